/** The words of a lesson. */

import { maybe } from "../lib/i18n.svelte";
import type { LessonName } from "./lessons";

/** What to say to a move that is legal, but not the one to learn; lessons in which every move is right have none. */
export function wrongWords(name: LessonName): string {
  return maybe(`learn.${name}_wrong`) ?? "";
}
