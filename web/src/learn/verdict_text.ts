/** The words of a lesson. */

import { maybe } from "../lib/i18n/i18n.svelte";
import type { LessonName } from "./lessons";

/** What to say to what was done. Lessons in which every move is right have no word for a wrong one. */
export function verdictWords(name: LessonName, verdict: "done" | "wrong"): string {
  return maybe(`learn.${name}_${verdict}`) ?? "";
}
