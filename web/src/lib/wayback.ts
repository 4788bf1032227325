/** Where one came from within the page, so that “back” leads there. */

let before: string | null = null;

/** Remember the address one leaves, from now on; returns how to stop. */
export function rememberWay(): () => void {
  const remember = (event: HashChangeEvent): void => {
    before = new URL(event.oldURL).hash || "#/";
  };
  addEventListener("hashchange", remember);
  return () => removeEventListener("hashchange", remember);
}

/** The address one came from; home if this is where one began. */
export function wayBack(): string {
  return before ?? "#/";
}

/** Whether the browser's own way back leads to an address. */
export function leadsBack(target: string): boolean {
  return before === target;
}
