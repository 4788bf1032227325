/** Texts that follow a try at a lesson. */

import { maybe } from "../lib/i18n/i18n.svelte";
import type { LessonName } from "./lessons";

/** The text for a verdict; empty for `wrong` in lessons where every move is right. */
export function verdictWords(name: LessonName, verdict: "done" | "wrong"): string {
  return maybe(`learn.${name}_${verdict}`) ?? "";
}
