/** Svelte action: moves the focus to a question that replaces a button. */
export function focusOnMount(element: HTMLElement): void {
  element.focus();
}
