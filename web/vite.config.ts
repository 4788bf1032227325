import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { CompileOptions } from "svelte/compiler";
import { defineConfig } from "vitest/config";

import { breakpoints, style } from "./build/breakpoints.ts";
import { catalogues } from "./build/catalogues.ts";
import { GROUPS } from "./build/chunks.ts";
import { worker } from "./build/worker.ts";

const server = process.env["BIGPOINTS_SERVER"] ?? "http://127.0.0.1:5055";

/** A short name for the scope of a component's styles: it stands before nearly every rule. */
const cssHash: NonNullable<CompileOptions["cssHash"]> = ({ hash, filename, css }) =>
  `s${hash(filename === "(unknown)" ? css : filename).slice(0, 4)}`;

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
  test: { include: ["src/**/*.test.ts", "build/*.test.ts"] },
});
