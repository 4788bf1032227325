/** Notifications that it is your turn: title of the tab, system notification, vibration. */

import { t } from "../i18n/i18n.svelte";
import { settings } from "../state/settings.svelte";

const BUZZ_MS = 60;
const TAG = "turn";
let shown: Notification | null = null;

/** Say in the tab's title whether it is your turn. */
export function showTurnInTitle(isYours: boolean): void {
  document.title = isYours ? `● ${t("table.your_turn")} – ${t("app.title")}` : t("app.title");
}

/** Notify a player who may be looking elsewhere that it is their turn. */
export function notifyTurn(words: string): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
  if (!document.hidden || !settings.notify || typeof Notification === "undefined") return;
  if (Notification.permission === "granted") show(words).catch(() => undefined); // Without it the title still says so.
}

/** Through the service worker where there is one: phones let nobody else. */
async function show(words: string): Promise<void> {
  const options = { body: words, tag: TAG, icon: "/icons/icon-192.png" };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) return registration.showNotification(t("app.title"), options);
  shown = new Notification(t("app.title"), options);
  shown.onclick = () => window.focus();
}

/** Remove the notification: the turn is over, or the player has come to look. */
export function clearNotification(): void {
  shown?.close();
  shown = null;
  void closeAll();
}

async function closeAll(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications({ tag: TAG })) ?? []) notice.close();
}
