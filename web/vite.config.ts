import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { CompileOptions } from "svelte/compiler";
import { defineConfig } from "vitest/config";

import { breakpoints, style } from "./build/breakpoints.ts";
import { catalogues } from "./build/catalogues.ts";
import { worker } from "./build/worker.ts";

const server = process.env["BIGPOINTS_SERVER"] ?? "http://127.0.0.1:5055";

/** A short name for the scope of a component's styles: it stands before nearly every rule. */
const cssHash: NonNullable<CompileOptions["cssHash"]> = ({ hash, filename, css }) =>
  `s${hash(filename === "(unknown)" ? css : filename).slice(0, 4)}`;

/** What comes in one piece, since small files pack badly and wait for each other: what many pages have, and what boards have. */
const SHARED = [
  "src/lib/(api|i18n|state|feedback)/",
  "src/lib/ui/(Announcer|Deferred|board_context|Problem|RefusedNote|Segments|Switch|TopBar)",
  "node_modules/svelte/",
  "src/board/(DiscIcon|PawnIcon|context|notation|pieces)",
  "src/pages/(LanguageChoice|levels|tables)",
];
const BOARD = [
  "src/board/",
  "src/lib/ui/Icon",
  "src/table/play/(ChoiceBar|ChoiceWords|ConnectionNote|HandBar|SeatCards|TurnLog)",
  "src/table/play/(choice_text|controller|narrator|pass_device|selection|turn|turns|undo)[.]",
  "src/table/(end/result_text|people/(ReturnToSeat|stand_ins))",
];
const GROUPS = [
  { name: "shared", test: new RegExp(SHARED.join("|")), priority: 2 },
  { name: "board", test: new RegExp(BOARD.join("|")), priority: 1 },
];

export default defineConfig({
  plugins: [
    breakpoints(),
    catalogues(),
    worker(),
    svelte({ configFile: false, preprocess: { style }, compilerOptions: { cssHash } }),
  ],
  build: {
    outDir: "../src/bigpoints/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
    assetsInlineLimit: 0, // The server's policy lets nothing in that is not a file of its own.
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
