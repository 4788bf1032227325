import { globSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import { CHUNKS, GROUPS } from "./chunks.ts";

const WEB = resolve(import.meta.dirname, "..");
const FILES = globSync(["src/**/*.*", "node_modules/svelte/package.json"], { cwd: WEB });

test.each(CHUNKS.flatMap(({ paths }) => paths))("%s is the beginning of a module's path", (path) => {
  expect(FILES.filter((file) => file.startsWith(path))).not.toEqual([]);
});

test("a module is bundled by its name, not by the beginning of it", () => {
  const board = GROUPS.find(({ name }) => name === "board");
  expect(board?.test.test("/big/points/web/src/table/play/undo.ts")).toBe(true);
  expect(board?.test.test("/big/points/web/src/table/play/UndoRequest.svelte")).toBe(false);
  expect(board?.test.test("/big/points/web/src/table/play/undo_request.ts")).toBe(false);
});
