/** For what is asked in place of a button that has gone: the keyboard goes on from there. */
export function takeFocus(element: HTMLElement): void {
  element.focus();
}
