/** The tables of lessons: this browser keeps their codes until they are deleted, so that no list shows them. */

import { failure, remove } from "../lib/rest";

const KEY = "bigpoints.lessons";

/** Codes of tables that are there, or were left behind. */
function kept(): readonly string[] {
  try {
    const codes: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
  } catch {
    return []; // No storage, or not ours.
  }
}

function keepAll(codes: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(codes));
  } catch {
    return; // A browser that keeps nothing shows a lesson among its tables.
  }
}

/** Remember a table that was made for a lesson. */
export function keep(table: string): void {
  keepAll([...kept(), table]);
}

/** Delete a table of a lesson; a later visit tries again if that fails. */
export async function clear(table: string): Promise<void> {
  try {
    await remove(`/tables/${table}`);
  } catch (error) {
    if (failure(error).code !== "no_such_table") return;
  }
  keepAll(kept().filter((code) => code !== table));
}

let isCleared = false;

/** Delete what earlier visits left behind, once. */
export async function clearLeftovers(): Promise<void> {
  if (isCleared) return;
  isCleared = true;
  await Promise.all(kept().map(clear));
}
