/** For what is asked in place of a button that has gone: the keyboard goes on from there. */
export function focusOnMount(element: HTMLElement): void {
  element.focus();
}
