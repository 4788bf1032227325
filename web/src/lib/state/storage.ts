/** Lists kept in the browser's storage from one visit to the next. */

/** Where the tables of lessons are kept, which no list shows. */
export const LESSON_TABLES_KEY = "bigpoints.lessons";

/** The list kept under a name. */
export function readList<Item>(name: string): readonly Item[] {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(items) ? (items as Item[]) : [];
  } catch {
    return []; // No storage, or not ours.
  }
}

/** Keep these from now on; a browser that keeps nothing goes on without. */
export function writeList(name: string, items: readonly unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items));
  } catch {
    return;
  }
}
