/** Options that can be changed in the lobby. Pure. */

import type { Setup } from "../../lib/api/contract";
import { HABITS, PLAYER_COUNTS, TURN_TIMES, VARIANTS } from "../../lib/api/constants";

export const SWITCHES = [...HABITS, ...VARIANTS];
export type Switch = (typeof SWITCHES)[number];

/** The options that are on. */
export function chosenOptions(setup: Setup): Switch[] {
  return SWITCHES.filter((name) => setup[name]);
}

/** The times to choose from: the usual ones, and the one that the table has. */
export function timesFor(setup: Setup): (number | null)[] {
  const own = setup.turn_seconds ?? null;
  return [...new Set([...TURN_TIMES, own])].sort((one, other) => (one ?? 0) - (other ?? 0));
}

/** How many seats the table can have: not fewer than people need who sit already. */
export function playersFor(taken: readonly boolean[]): number[] {
  return PLAYER_COUNTS.filter((players) => players > taken.lastIndexOf(true));
}
