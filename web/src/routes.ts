/** The pages by the first word behind `#`: loaded when they are first shown, some with texts of their own. */

import type { Component } from "svelte";

import { tablePath } from "./lib/api/rest";
import type { Key } from "./lib/i18n/format";

type Page = Component<{ rest: readonly string[] }>;

export interface PageRoute {
  readonly load: () => Promise<{ default: Page }>;
  /** What the window is called; a table's title says whose turn it is. */
  readonly title?: Key;
  /** The path that it will ask the server for first, if it asks. */
  readonly prefetchPath?: (rest: readonly string[]) => string | undefined;
  /** Whether it has texts that the catalogue of every page lacks. */
  readonly needsMoreTexts?: boolean;
}

const ROUTES = new Map<string, PageRoute>([
  ["table", { load: () => import("./table/TablePage.svelte"), prefetchPath: ([table]) => table && tablePath(table) }],
  ["seat", { load: () => import("./pages/TakeSeat.svelte"), title: "app.take_seat" }],
  ["new", { load: () => import("./pages/NewTable.svelte"), title: "app.new_table" }],
  ["replay", { load: () => import("./pages/replay/Replay.svelte"), title: "app.replay", needsMoreTexts: true }],
  ["rules", { load: () => import("./pages/Rules.svelte"), title: "app.rules", needsMoreTexts: true }],
  ["learn", { load: () => import("./pages/Learn.svelte"), title: "app.learn", needsMoreTexts: true }],
  ["settings", { load: () => import("./pages/SettingsPage.svelte"), title: "app.settings", needsMoreTexts: true }],
]);

/** The page of that name; undefined if there is none, or if it is the first one, which is always there. */
export function routeOf(page: string): PageRoute | undefined {
  return ROUTES.get(page);
}
