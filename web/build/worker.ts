/** The service worker, stamped with what was built, so that each new version of the page replaces the one before. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Plugin } from "vite";

const SOURCE = resolve(import.meta.dirname, "sw.js");
const PUBLIC = resolve(import.meta.dirname, "../public");
/** What the worker keeps that has no hash in its name. */
const KEPT = ["offline.html", "offline.js", "offline.css", "icons/icon.svg"];

/** Writes `sw.js` beside the page. */
export function worker(): Plugin {
  return {
    name: "worker",
    apply: "build",
    generateBundle(_, bundle) {
      const hash = createHash("sha256").update(Object.keys(bundle).sort().join());
      for (const name of KEPT) hash.update(readFileSync(resolve(PUBLIC, name)));
      const source = readFileSync(SOURCE, "utf-8").replace("VERSION", hash.digest("hex").slice(0, 12));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
