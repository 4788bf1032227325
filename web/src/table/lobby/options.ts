/** Options that can be changed in the lobby. Pure. */

import type { Setup } from "../../lib/api/contract";

export const SWITCHES = ["series", "open_hands", "hints", "optional_bonus", "inverted", "wires"] as const;
export type Switch = (typeof SWITCHES)[number];

/** How long a turn may take, in seconds; null: as long as one likes. */
export const TURN_TIMES: readonly (number | null)[] = [null, 30, 60, 120, 300];

/** The options that are on. */
export function chosenOptions(setup: Setup): Switch[] {
  return SWITCHES.filter((name) => setup[name]);
}

/** The times to choose from: the usual ones, and the one that the table has. */
export function timesFor(setup: Setup): (number | null)[] {
  const own = setup.turn_seconds ?? null;
  const times = TURN_TIMES.includes(own) ? TURN_TIMES : [...TURN_TIMES, own];
  return [...times].sort((one, other) => (one ?? 0) - (other ?? 0));
}

/** How many seats the table can have: not fewer than people need who sit already. */
export function playersFor(taken: readonly boolean[]): number[] {
  const least = Math.max(2, taken.lastIndexOf(true) + 1);
  return [2, 3, 4, 5].filter((players) => players >= least);
}
