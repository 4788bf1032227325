/** Named screens in styles: `@media (--phone)` becomes the condition that src/lib/ui/breakpoints.ts has for it. */

import type { Preprocessor } from "svelte/compiler";
import type { Plugin } from "vite";

import { SCREENS } from "../src/lib/ui/breakpoints.ts";

/** The styles with every name replaced; a name that nobody defined stops the build. */
function replaceNames(css: string): string {
  return css.replace(/@media[^{]*/g, (query) => query.replace(/\(--([\w-]+)\)/g, (_, name: string) => condition(name)));
}

function condition(name: string): string {
  const found = SCREENS[name];
  if (found === undefined) throw new Error(`There is no screen --${name} in src/lib/ui/breakpoints.ts`);
  return found;
}

/** For the styles of components. */
export const style: Preprocessor = ({ content }) => ({ code: replaceNames(content) });

/** For style sheets. */
export function breakpoints(): Plugin {
  return {
    name: "breakpoints",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith(".css") && !id.includes("?") ? { code: replaceNames(code), map: null } : undefined,
  };
}
