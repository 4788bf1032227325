/** What seats are called, and what there is to know about who sits there. */

import type { SeatView } from "../api/contract";
import { language, maybe, t } from "./i18n.svelte";

/** The longest name that the server takes. */
export const LONGEST_NAME = 24;

export type SeatMark = "free" | "bot" | "stand_in" | "away";

/** The name of whoever sits there; a bot goes by its level. */
export function seatName(seat: SeatView): string {
  return seat.name || (seat.bot && botName(seat.bot)) || t("table.seat", { n: seat.seat });
}

/** What a bot is called: “Level 2 – Beginner” goes by “Beginner”. */
export function botName(bot: string): string | undefined {
  return maybe(`levels.${bot}`)?.split(" – ").at(-1);
}

/** All names of a table, by seat; those that are the same get the number of their seat. */
export function seatNames(seats: readonly SeatView[]): readonly string[] {
  const names = seats.map(seatName);
  return seats.map((seat, index) => {
    const name = names[index] ?? "";
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${seat.seat}`;
  });
}

/** Names in a row, as the language has it: "Anna, Ben, and Clara". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

/** What is special about a seat, if anything. */
export function seatMark(seat: SeatView): SeatMark | null {
  if (seat.free) return "free";
  if (seat.bot !== null) return seat.person ? "stand_in" : "bot";
  return seat.away ? "away" : null;
}
