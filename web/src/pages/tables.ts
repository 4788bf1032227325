/** The tables of this browser: all but lessons, and those that somebody took off the list. */

import type { MyTables, TableSummary } from "../lib/contract";
import { language } from "../lib/i18n.svelte";
import { get } from "../lib/rest";
import { levelName } from "./levels";

const LESSONS = "bigpoints.lessons";
const HIDDEN = "bigpoints.hidden";
const MOST_HIDDEN = 100;
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** The tables that somebody may want to go on at, the newest first. */
export async function myTables(): Promise<readonly TableSummary[]> {
  const { tables } = await get<MyTables>("/tables");
  const left = new Set([...kept(LESSONS), ...kept(HIDDEN)]);
  return tables.filter(({ table }) => !left.has(table));
}

/** Take a table off the list of this browser. */
export function hide(table: string): void {
  try {
    localStorage.setItem(HIDDEN, JSON.stringify([table, ...kept(HIDDEN)].slice(0, MOST_HIDDEN)));
  } catch {
    return; // A browser that keeps nothing shows the table again.
  }
}

/** Codes that this browser keeps under a name. */
function kept(name: string): readonly string[] {
  try {
    const codes: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
  } catch {
    return []; // No storage, or not ours.
  }
}

/** Whether a table waits for this browser. */
export function isMyTurn({ state, turn, yours }: TableSummary): boolean {
  return state === "playing" && turn !== null && yours.includes(turn);
}

/** Who sits at a table: bots by their level, nobody where a seat is free. */
export function people({ names }: TableSummary): string {
  const known = names.filter((name) => name !== "").map(levelName);
  return new Intl.ListFormat(language(), { type: "unit" }).format(known);
}

/** How long ago something was, in words. */
export function ago(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const unit = UNITS.find(([, length]) => now - at >= length);
  return unit === undefined ? words.format(0, "minute") : words.format(-Math.floor((now - at) / unit[1]), unit[0]);
}
