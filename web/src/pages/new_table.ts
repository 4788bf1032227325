/** The request for a new table: its seats and options. Pure. */

import type { BotName, Habit, NewSeat, NewTable, Setup, Variant } from "../lib/api/contract";
import { HABITS, MOST_PLAYERS, STANDARD, VARIANTS } from "../lib/api/constants";

/** People around one screen, or whoever has the link. */
export type Kind = "here" | "link";
/** `person`: somebody at this screen; `free`: whoever comes. */
export type Sitter = "person" | "free" | BotName;

export interface SeatPlan {
  sitter: Sitter;
  name: string;
}

type Switches = Record<Habit | Variant, boolean>;

export interface TableOptions extends Switches {
  /** Null: as long as one likes. */
  turn_seconds: number | null;
  watch: boolean;
  colours: number;
  discs: number;
  white: number;
  black: number;
}

const { colours, discs, white, black } = STANDARD;
const OFF = Object.fromEntries([...HABITS, ...VARIANTS].map((name) => [name, false])) as Switches;

export const USUAL: Readonly<TableOptions> = {
  ...OFF,
  hints: true,
  turn_seconds: null,
  watch: true,
  ...{ colours, discs, white, black },
};

/** Seats of a full table: everybody at this screen, or one person who waits for others. */
export function seatPlans(kind: Kind, name: string): SeatPlan[] {
  const others: Sitter = kind === "here" ? "person" : "free";
  return Array.from({ length: MOST_PLAYERS }, (_, index) =>
    index === 0 ? { sitter: "person", name } : { sitter: others, name: "" },
  );
}

/** The request for a table; `unnamed` gives names to people without one. */
export function newTableRequest(
  seated: readonly SeatPlan[],
  { watch, ...options }: TableOptions,
  shape: NonNullable<Setup["shape"]>,
  unnamed: (seat: number) => string,
): NewTable {
  return {
    setup: {
      ...options,
      shape,
      players: seated.length,
      watch: watch ? "anyone" : "nobody",
    },
    seats: seated.map((seat, index) => newSeatRequest(seat, unnamed(index + 1))),
  };
}

function newSeatRequest({ sitter, name }: SeatPlan, unnamed: string): NewSeat {
  if (sitter === "free") return {};
  return sitter === "person" ? { name: name.trim() || unnamed } : { bot: sitter };
}
