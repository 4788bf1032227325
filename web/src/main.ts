import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { chosen, speak } from "./lib/i18n.svelte";
import { followAddress, route } from "./lib/router.svelte";
import { askAhead } from "./lib/rest";
import { settings } from "./lib/settings.svelte";
import { roomOf } from "./rooms";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
const { page, rest } = route();
const room = roomOf(page);
room?.load().catch(() => undefined); // All at once: the page, what it asks for, its texts. What fails is asked for again.
if (room?.wants) askAhead(room.wants(rest));
await speak(chosen([settings.language ?? "", ...navigator.languages]), room?.saysMore);
followAddress();
mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
