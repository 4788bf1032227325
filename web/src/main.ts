import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { chosen, expectMore, speak } from "./lib/i18n.svelte";
import { askAhead } from "./lib/rest";
import { followAddress, isElsewhere, route } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { rememberWay } from "./lib/wayback";
import { roomOf } from "./rooms";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
rememberWay();
followAddress();
const language = chosen([settings.language ?? "", ...navigator.languages]);
expectRoom();
try {
  await speak(language);
  mount(App, { target });
} catch (error) {
  sayNothingLoads(target);
  throw error;
}
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");

/** Ask for all at once that the page will want; it asks again for what fails, and says so. */
function expectRoom(): void {
  const { page, rest } = route();
  const room = isElsewhere() ? undefined : roomOf(page);
  room?.load().catch(() => undefined);
  const wish = room?.wants?.(rest);
  if (wish !== undefined) askAhead(wish);
  if (room?.saysMore) expectMore(language);
}

/** Without any texts there is but one language, and one way on. */
function sayNothingLoads(place: HTMLElement): void {
  const words = Object.assign(document.createElement("p"), { textContent: "Big Points could not be loaded." });
  const again = Object.assign(document.createElement("button"), { className: "button main", textContent: "Try again" });
  again.addEventListener("click", () => location.reload());
  place.className = "page";
  place.replaceChildren(words, again);
}
