/** The tables of lessons: this browser keeps their codes until they are deleted, so that no list shows them. */

import { failure, remove, tablePath } from "../lib/api/rest";
import { LESSON_TABLES_KEY, readList, writeList } from "../lib/state/storage";

/** Remember a table that was made for a lesson. */
export function remember(table: string): void {
  writeList(LESSON_TABLES_KEY, [...readList(LESSON_TABLES_KEY), table]);
}

/** Delete a table of a lesson; a later visit tries again if that fails. */
export async function clear(table: string): Promise<void> {
  try {
    await remove(tablePath(table));
  } catch (error) {
    if (failure(error).code !== "no_such_table") return;
  }
  writeList(
    LESSON_TABLES_KEY,
    readList(LESSON_TABLES_KEY).filter((code) => code !== table),
  );
}

let isCleared = false;

/** Delete what earlier visits left behind, once. */
export async function clearLeftovers(): Promise<void> {
  if (isCleared) return;
  isCleared = true;
  await Promise.all(readList<string>(LESSON_TABLES_KEY).map(clear));
}
