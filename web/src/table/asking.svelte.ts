/** A wish that is on its way to the server: whether it still is, and why it was refused. */

import type { Refusal } from "../lib/contract";
import { failure } from "../lib/rest";

export class Asking {
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);

  /** Wait for what comes of a wish; undefined if it was refused. */
  async ask<T>(wish: Promise<T>): Promise<T | undefined> {
    this.busy = true;
    this.refusal = null;
    try {
      return await wish;
    } catch (error) {
      const refusal = failure(error);
      if (refusal.code !== "stale") this.refusal = refusal; // The view that comes with it says what has happened.
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
