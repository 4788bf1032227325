/** The previous address within the page, so that “back” leads there. */

let before: string | null = null;

/** Remember the address one leaves, from now on: to be called before the address is followed, which asks for it. */
export function trackHistory(): void {
  addEventListener("hashchange", (event) => {
    before = new URL(event.oldURL).hash || "#/";
  });
}

/** The address one came from; home if this is where one began. */
export function previousAddress(): string {
  return before ?? "#/";
}

/** Whether the browser's own way back leads to an address. */
export function isPreviousAddress(target: string): boolean {
  return before === target;
}
