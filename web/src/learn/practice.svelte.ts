/** A little table to try things at: a real one, laid out on the server from a position, and cleared away again. */

import { Connection } from "../lib/connection.svelte";
import type { TableAnswer } from "../lib/contract";
import { failure, post } from "../lib/rest";
import type { Refusal } from "../lib/rest";
import { clear, clearLeftovers, keep } from "./leftovers";

export class Practice {
  connection = $state.raw<Connection | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  #table: string | null = null;
  #isLeft = false;

  /** Lay the discs out, in place of those of the last time. The bot at the other seat takes its time. */
  async lay(start: string, name: string, botDelay: number): Promise<void> {
    this.#clear();
    const setup = { bot_delay_ms: botDelay, watch: "nobody" };
    try {
      await clearLeftovers();
      const { table } = await post<TableAnswer>("/tables", { start, setup, seats: [{ name }, { bot: "random" }] });
      keep(table);
      this.#table = table;
      if (this.#isLeft) this.#clear();
      else this.connection = new Connection(table);
    } catch (error) {
      this.refusal = failure(error);
    }
  }

  /** Nothing more is to happen: the bots of a table that nobody watches stand still. */
  rest(): void {
    this.connection?.close();
  }

  /** Go away, and leave nothing behind. */
  leave(): void {
    this.#isLeft = true;
    this.#clear();
  }

  #clear(): void {
    this.connection?.close();
    this.connection = null;
    this.refusal = null;
    if (this.#table !== null) void clear(this.#table);
    this.#table = null;
  }
}
