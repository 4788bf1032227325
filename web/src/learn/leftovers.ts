/** The tables of lessons: this browser keeps their codes until they are deleted, so that no list shows them. */

import { LESSONS, keep, kept } from "../lib/keeping";
import { failure, remove } from "../lib/rest";

/** Remember a table that was made for a lesson. */
export function remember(table: string): void {
  keep(LESSONS, [...kept(LESSONS), table]);
}

/** Delete a table of a lesson; a later visit tries again if that fails. */
export async function clear(table: string): Promise<void> {
  try {
    await remove(`/tables/${table}`);
  } catch (error) {
    if (failure(error).code !== "no_such_table") return;
  }
  keep(LESSONS, kept(LESSONS).filter((code) => code !== table));
}

let isCleared = false;

/** Delete what earlier visits left behind, once. */
export async function clearLeftovers(): Promise<void> {
  if (isCleared) return;
  isCleared = true;
  await Promise.all(kept<string>(LESSONS).map(clear));
}
