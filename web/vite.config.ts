import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { catalogues } from "./build/catalogues.ts";
import { worker } from "./build/worker.ts";

const server = process.env["BIGPOINTS_SERVER"] ?? "http://127.0.0.1:5055";

export default defineConfig({
  plugins: [catalogues(), worker(), svelte({ configFile: false })],
  build: {
    outDir: "../src/bigpoints/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // The server's policy lets nothing in that is not a file of its own.
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
