/** The tables of lessons: this browser keeps their codes until they are deleted, so that no list shows them. */

import { failure, remove } from "../lib/api/rest";
import { LESSONS, readList, writeList } from "../lib/state/storage";

/** Remember a table that was made for a lesson. */
export function remember(table: string): void {
  writeList(LESSONS, [...readList(LESSONS), table]);
}

/** Delete a table of a lesson; a later visit tries again if that fails. */
export async function clear(table: string): Promise<void> {
  try {
    await remove(`/tables/${table}`);
  } catch (error) {
    if (failure(error).code !== "no_such_table") return;
  }
  writeList(
    LESSONS,
    readList(LESSONS).filter((code) => code !== table),
  );
}

let isCleared = false;

/** Delete what earlier visits left behind, once. */
export async function clearLeftovers(): Promise<void> {
  if (isCleared) return;
  isCleared = true;
  await Promise.all(readList<string>(LESSONS).map(clear));
}
