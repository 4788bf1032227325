/** Notices that it is your turn: in the title of the tab, as a notification, by a short buzz. */

import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";

const BUZZ_MS = 60;
let shown: Notification | null = null;

/** Say in the tab's title whether it is your turn. */
export function titleTurn(isYours: boolean): void {
  document.title = isYours ? `● ${t("table.your_turn")} – ${t("app.title")}` : t("app.title");
}

/** Tell somebody who may be looking elsewhere that it is their turn. */
export function noticeTurn(words: string): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
  if (!document.hidden || !settings.notify || typeof Notification === "undefined") return;
  if (Notification.permission === "granted") show(words);
}

function show(words: string): void {
  try {
    shown = new Notification(t("app.title"), { body: words, tag: "turn" });
    shown.onclick = () => window.focus();
  } catch {
    return; // Some phones let only service workers show notifications.
  }
}

/** Take the notice away: the turn is over, or somebody has come to look. */
export function forgetNotice(): void {
  shown?.close();
  shown = null;
}
