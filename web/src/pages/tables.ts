/** The tables of this browser: all but lessons, and those that somebody took off the list. */

import type { MyTables, TableSummary } from "../lib/api/contract";
import { get } from "../lib/api/rest";
import { language } from "../lib/i18n/i18n.svelte";
import { botName } from "../lib/i18n/names";
import { LESSON_TABLES_KEY, readList, writeList } from "../lib/state/storage";

const HIDDEN = "bigpoints.hidden";
const SEEN = "bigpoints.tables";
const MOST_HIDDEN = 100;
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** The tables that somebody may want to go on at, the newest first. */
export async function myTables(): Promise<readonly TableSummary[]> {
  const { tables } = await get<MyTables>("/tables");
  const left = new Set([...readList<string>(LESSON_TABLES_KEY), ...readList<string>(HIDDEN)]);
  const mine = tables.filter(({ table }) => !left.has(table));
  writeList(SEEN, mine);
  return mine;
}

/** The tables as they were when this browser saw them last: there at once, so that nothing jumps when news come. */
export function tablesSeen(): readonly TableSummary[] {
  return readList<TableSummary>(SEEN);
}

/** Whether this browser has never played or learned here. */
export function isNewHere(): boolean {
  return readList(SEEN).length === 0 && readList(LESSON_TABLES_KEY).length === 0;
}

/** Take a table off the list of this browser. */
export function hide(table: string): void {
  writeList(HIDDEN, [table, ...readList<string>(HIDDEN)].slice(0, MOST_HIDDEN));
}

/** Whether a table waits for this browser. */
export function isMyTurn({
  state,
  turn,
  yours,
  bots,
}: Pick<TableSummary, "state" | "turn" | "yours" | "bots">): boolean {
  return state === "playing" && turn !== null && yours.includes(turn) && !bots[turn - 1]; // A bot may stand in.
}

/** The games of a table that are over, by their numbers, the newest first. */
export function finishedGames({ state, game }: Pick<TableSummary, "state" | "game">): readonly number[] {
  const last = state === "over" ? game : game - 1;
  return Array.from({ length: Math.max(0, last) }, (_, index) => last - index);
}

/** Who sits at a table: bots as they are called, together if they are the same; nobody where a seat is free. */
export function people({ names, bots }: Pick<TableSummary, "names" | "bots">): string {
  const called = names
    .map((name, index) => (name === bots[index] ? botName(name) : name))
    .filter((name) => name !== "");
  const each = [...new Set(called)].map((name) => [name, called.filter((other) => other === name).length] as const);
  return new Intl.ListFormat(language(), { type: "unit" }).format(
    each.map(([name, n]) => (n > 1 ? `${name} ×${n}` : name)),
  );
}

/** How long ago something was, in words. */
export function ago(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const unit = UNITS.find(([, length]) => now - at >= length);
  return unit === undefined ? words.format(0, "minute") : words.format(-Math.floor((now - at) / unit[1]), unit[0]);
}
