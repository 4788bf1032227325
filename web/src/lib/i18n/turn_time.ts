/** The time for a turn in words. */

import { t } from "./i18n.svelte";

/** Whole minutes as minutes, anything else as seconds; null: there is no limit. */
export function turnTimeWords(seconds: number | null): string {
  if (seconds === null) return t("options.time_none");
  return seconds % 60 === 0 ? t("options.minutes", { n: seconds / 60 }) : t("options.seconds", { n: seconds });
}
