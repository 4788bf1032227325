/** The bots one can play against, by strength. */

import { maybe } from "../lib/i18n/i18n.svelte";

export const LEVELS = ["level1", "level2", "level3", "level4", "level5", "level6"] as const;
export type Level = (typeof LEVELS)[number];

/** What a bot is called. */
export function levelName(level: string): string {
  return maybe(`levels.${level}`) ?? level;
}
