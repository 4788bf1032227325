/* The service worker: keeps what never changes, and shows a friendly page where there is no connection. */

const CACHE = "bigpoints-VERSION";
const OFFLINE = "/offline.html";
const KEPT = [OFFLINE, "/offline.js", "/offline.css", "/icons/icon.svg"];
const FOR_EVER = "/assets/";

self.addEventListener("install", (event) => {
  event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(event));
  else if (pathname.startsWith(FOR_EVER)) event.respondWith(kept(request));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show());
});

/** Bring the page forward that is open, or open it. */
async function show() {
  const [open] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open ? open.focus() : self.clients.openWindow("/");
}

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** The page from the server, which alone knows the newest; without it a friendly word. */
async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE);
  }
}

/** A file with a hash in its name: once fetched it stays. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
