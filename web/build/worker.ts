/** The service worker, stamped with what was built, so that each new version of the page replaces the one before. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Plugin } from "vite";

const SOURCE = resolve(import.meta.dirname, "sw.js");

/** Writes `sw.js` beside the page. */
export function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_, bundle) {
      const version = createHash("sha256").update(Object.keys(bundle).sort().join()).digest("hex").slice(0, 12);
      const source = readFileSync(SOURCE, "utf-8").replace("VERSION", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
