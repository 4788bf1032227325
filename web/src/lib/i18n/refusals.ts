/** Refusals of the server in words. */

import type { Refusal } from "../api/contract";
import type { Values } from "./format";
import { maybe, t } from "./i18n.svelte";

/** Why something was refused: in the closest words that there are. */
export function refusalWords(refusal: Refusal): string {
  const about = valuesOf(refusal);
  return (
    maybe(`refusals.${refusal.code}_${about["what"]}`, about) ??
    maybe(`refusals.${refusal.code}`, about) ??
    t("refusals.other")
  );
}

/** What can be said of a refusal: its texts and numbers; seconds also as the number that chooses the plural. */
function valuesOf(refusal: Refusal): Values {
  const said = Object.entries(refusal).filter(([, value]) => typeof value === "string" || typeof value === "number");
  const values = Object.fromEntries(said) as Values;
  return { ...values, n: Math.ceil(Number(values["seconds"] ?? 1)) };
}
