/** `{@attach holdFocus}`: what opens over the page has the focus, and gives it back at the end. */
export function holdFocus(element: HTMLElement): () => void {
  const before = document.activeElement as HTMLElement | null;
  element.focus();
  return () => {
    if (before?.isConnected) before.focus();
  };
}
