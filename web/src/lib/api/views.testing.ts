/** Views of a table for tests. */

import type { SeatView, TableView } from "./contract";

function seat(number: number, more: Partial<SeatView> = {}): SeatView {
  return { seat: number, name: `Seat ${number}`, bot: null, person: true, free: false, away: false, ...more };
}

const seats = [seat(1), seat(2), seat(3, { bot: "level3" }), seat(4, { bot: "level2", person: false }), seat(5)];

/** A view of a game of five: bots play at seats 3 and 4, the one at 3 for somebody. */
export function tableView(more: Partial<TableView>): TableView {
  return {
    table: "GZXUWWM7",
    version: 9,
    state: "playing",
    setup: {},
    seats,
    game: 1,
    turn: 1,
    standings: null,
    owner: false,
    yours: [],
    seat: null,
    ...more,
  };
}

/** The numbers of seats. */
export const numbers = (found: readonly SeatView[] | undefined): number[] => (found ?? []).map(({ seat }) => seat);
