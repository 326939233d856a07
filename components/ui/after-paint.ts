/** Does something when what was just changed has been painted, where that is not to wait for it. */
export function afterPaint(action: () => void): void {
  requestAnimationFrame(() => setTimeout(action));
}
