/** The theme of the page: the one that was chosen, or that of the system. */

import type { Theme } from "./settings.svelte";

const DARK = "(prefers-color-scheme: dark)";

/** Show the page in a theme, following the system if that is what was chosen; returns how to stop. */
export function followTheme(theme: Theme, largeText: boolean): () => void {
  const system = matchMedia(DARK);
  const show = (): void => {
    const isDark = theme === "system" ? system.matches : theme === "dark";
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
    document.documentElement.dataset["text"] = largeText ? "large" : "usual";
  };
  show();
  system.addEventListener("change", show);
  return () => system.removeEventListener("change", show);
}
