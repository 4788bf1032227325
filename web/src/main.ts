import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { prefetch } from "./lib/api/rest";
import { pickLanguage, preloadMoreTexts, setLanguage } from "./lib/i18n/i18n.svelte";
import { trackHistory } from "./lib/state/history";
import { followAddress, isElsewhere, route } from "./lib/state/router.svelte";
import { settings } from "./lib/state/settings.svelte";
import { routeOf } from "./routes";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
trackHistory();
followAddress();
const language = pickLanguage([settings.language ?? "", ...navigator.languages]);
preloadRoute();
try {
  await setLanguage(language);
  mount(App, { target });
} catch (error) {
  showLoadFailure(target);
  throw error;
}
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");

/** Ask for all at once that the page will want; it asks again for what fails, and says so. */
function preloadRoute(): void {
  const { page, rest } = route();
  const target = isElsewhere() ? undefined : routeOf(page);
  target?.load().catch(() => undefined);
  const path = target?.prefetchPath?.(rest);
  if (path !== undefined) prefetch(path);
  if (target?.needsMoreTexts) preloadMoreTexts(language);
}

/** Without any texts there is but one language, and one way on. */
function showLoadFailure(place: HTMLElement): void {
  const words = Object.assign(document.createElement("p"), { textContent: "Big Points could not be loaded." });
  const again = Object.assign(document.createElement("button"), { className: "button main", textContent: "Try again" });
  again.addEventListener("click", () => location.reload());
  place.className = "page";
  place.replaceChildren(words, again);
}
