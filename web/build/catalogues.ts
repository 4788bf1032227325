/** The catalogues of the Python package as modules: what every page needs, and what only some pages do. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import type { Plugin } from "vite";

type Catalogue = Record<string, Record<string, unknown>>;

const FOLDER = resolve(import.meta.dirname, "../../src/bigpoints/locales");
const NAME = /^catalogue:([a-z]{2})(\/more)?$/;
const LATER = ["rules", "learn", "replay", "settings"];
const ELSEWHERE = ["terminal"];

/** `catalogue:de` has the sections of every page, `catalogue:de/more` those of pages that are seldom opened. */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const found = id.startsWith("\0") ? NAME.exec(id.slice(1)) : null;
      if (found === null) return undefined;
      const file = resolve(FOLDER, `${found[1]}.json`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(part(file, found[2] !== undefined))}`;
    },
  };
}

function part(file: string, later: boolean): Catalogue {
  const all = JSON.parse(readFileSync(file, "utf-8")) as Catalogue;
  const wanted = (section: string): boolean => LATER.includes(section) === later && !ELSEWHERE.includes(section);
  return Object.fromEntries(Object.entries(all).filter(([section]) => wanted(section)));
}
