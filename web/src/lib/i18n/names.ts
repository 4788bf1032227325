/** Names of seats and bots, and the marks beside them. */

import type { SeatView } from "../api/contract";
import { language, maybe, t } from "./i18n.svelte";

export type SeatMark = "free" | "bot" | "stand_in" | "away";

/** The name of the player at a seat; a bot goes by its level. */
export function seatName(seat: SeatView): string {
  return seat.name || (seat.bot && botName(seat.bot)) || t("table.seat", { n: seat.seat });
}

/** The name of a bot that one can choose: “Level 2 – Beginner”. */
export function levelName(level: string): string {
  return maybe(`levels.${level}`) ?? level;
}

/** The short name of a bot: “Beginner” for “Level 2 – Beginner”. */
export function botName(bot: string): string {
  return levelName(bot).split(" – ").at(-1) ?? bot;
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
export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}

/** The mark of a seat; null for a person who is here. */
export function seatMark(seat: SeatView): SeatMark | null {
  if (seat.free) return "free";
  if (seat.bot !== null) return seat.person ? "stand_in" : "bot";
  return seat.away ? "away" : null;
}
