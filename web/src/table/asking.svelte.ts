/** Wishes that are on their way to the server: whether any still is, and why the last one was refused. */

import type { Refusal } from "../lib/contract";
import { failure } from "../lib/rest";

export class Asking {
  /** Whether anything is still on its way. */
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  #underway = 0;

  /** Wait for what comes of a wish; undefined if it was refused. */
  async ask<T>(wish: Promise<T>): Promise<T | undefined> {
    this.#underway += 1;
    this.busy = true;
    this.refusal = null;
    try {
      return await wish;
    } catch (error) {
      const refusal = failure(error);
      if (refusal.code !== "stale") this.refusal = refusal; // The view that comes with it says what has happened.
      return undefined;
    } finally {
      this.#underway -= 1;
      this.busy = this.#underway > 0;
    }
  }
}
