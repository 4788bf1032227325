/** What the bots are called that one can play against. */

import { maybe } from "../lib/i18n/i18n.svelte";

export function levelName(level: string): string {
  return maybe(`levels.${level}`) ?? level;
}
