import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { chosen, speak } from "./lib/i18n.svelte";
import { followAddress, route } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { roomOf } from "./rooms";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
const room = roomOf(route().page);
room?.load().catch(() => undefined); // At once with its texts; should it fail, it is asked for again and says so.
await speak(chosen([settings.language ?? "", ...navigator.languages]), room?.saysMore);
followAddress();
mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
