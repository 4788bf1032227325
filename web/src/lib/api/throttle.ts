/** Sends at most every 300 ms: the first value at once, and always the newest one in the end. */

const PAUSE_MS = 300;

export class Throttle {
  readonly #send: () => void;
  #isWaiting = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** `send` sends whatever is newest when it is called. */
  constructor(send: () => void) {
    this.#send = send;
  }

  /** Send now, or when the pause is over that follows the last time. */
  request(): void {
    this.#isWaiting = true;
    if (this.#pause === undefined) this.flush();
  }

  /** Send at once what waits, if anything does. */
  flush(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#resume(), PAUSE_MS);
    this.#send();
  }

  #resume(): void {
    this.#pause = undefined;
    this.flush();
  }
}
