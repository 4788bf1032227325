import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { chosen, speak } from "./lib/i18n.svelte";
import { followAddress } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
await speak(chosen([settings.language ?? "", ...navigator.languages]));
followAddress();
mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
