/** The request for a new table: its seats and options. Pure. */

import type { NewSeat, NewTable, Setup } from "../lib/api/contract";
import type { Level } from "./levels";

/** People around one screen, or whoever has the link. */
export type Kind = "here" | "link";
/** `person`: somebody at this screen; `free`: whoever comes. */
export type Sitter = "person" | "free" | Level;

export interface SeatPlan {
  sitter: Sitter;
  name: string;
}

export interface TableOptions {
  series: boolean;
  open_hands: boolean;
  hints: boolean;
  optional_bonus: boolean;
  inverted: boolean;
  wires: boolean;
  /** 0: as long as one likes. */
  turn_seconds: number;
  watch: boolean;
  colours: number;
  discs: number;
  white: number;
  black: number;
}

export const MOST = 5;
export const TURN_SECONDS = [0, 30, 60, 120, 300];
export const USUAL: Readonly<TableOptions> = {
  series: false,
  open_hands: false,
  hints: true,
  optional_bonus: false,
  inverted: false,
  wires: false,
  turn_seconds: 0,
  watch: true,
  colours: 5,
  discs: 9,
  white: 5,
  black: 5,
};

/** Seats of a full table: everybody at this screen, or one person who waits for others. */
export function seatPlans(kind: Kind, name: string): SeatPlan[] {
  const others: Sitter = kind === "here" ? "person" : "free";
  return Array.from({ length: MOST }, (_, index) =>
    index === 0 ? { sitter: "person", name } : { sitter: others, name: "" },
  );
}

/** The request for a table; `unnamed` gives names to people without one. */
export function newTableRequest(
  seated: readonly SeatPlan[],
  { turn_seconds, watch, ...options }: TableOptions,
  shape: NonNullable<Setup["shape"]>,
  unnamed: (seat: number) => string,
): NewTable {
  return {
    setup: {
      ...options,
      shape,
      players: seated.length,
      turn_seconds: turn_seconds === 0 ? null : turn_seconds,
      watch: watch ? "anyone" : "nobody",
    },
    seats: seated.map((seat, index) => newSeatRequest(seat, unnamed(index + 1))),
  };
}

function newSeatRequest({ sitter, name }: SeatPlan, unnamed: string): NewSeat {
  if (sitter === "free") return {};
  return sitter === "person" ? { name: name.trim() || unnamed } : { bot: sitter };
}
