/** Settings of this device, kept by the browser. */

import type { BotName, Shape } from "../api/contract";
import type { Language } from "../i18n/i18n.svelte";

export type Theme = "system" | "light" | "dark";
/** `table`: the shape that the table was made with. */
export type WantedShape = "table" | Shape;
export type Speed = "slow" | "normal" | "fast" | "off";

export interface Settings {
  language: Language | null;
  theme: Theme;
  shape: WantedShape;
  speed: Speed;
  sound: boolean;
  notify: boolean;
  confirm: boolean;
  largeText: boolean;
  letters: boolean;
  /** Whether single keys play at the table. */
  keys: boolean;
  /** What one calls oneself. */
  name: string;
  level: BotName;
  opponents: number;
}

const KEY = "bigpoints";
const DEFAULTS: Settings = {
  language: null,
  theme: "system",
  shape: "table",
  speed: "normal",
  sound: true,
  notify: false,
  confirm: false,
  largeText: false,
  letters: false,
  keys: true,
  name: "",
  level: "level2",
  opponents: 1,
};

export const settings: Settings = $state({ ...DEFAULTS, ...kept() });

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // No storage, or not ours: the defaults do.
  }
}

/** Keep the settings as they are now. */
export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return; // A browser that keeps nothing still plays.
  }
}

const PACE: Readonly<Record<Speed, number>> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** How long motion takes, as a multiple of the usual; 0: nothing moves. */
export function pace(): number {
  const still = typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : PACE[settings.speed];
}
