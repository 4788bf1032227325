/** Bots that stand in for people. Pure. */

import type { SeatView, TableView } from "../../lib/api/contract";

/** Your seats in which a bot plays for you. */
export function stoodIn(view: TableView): readonly SeatView[] {
  return view.seats.filter(({ seat, bot }) => bot !== null && view.yours.includes(seat));
}
