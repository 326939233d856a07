type Ask = (go: () => void) => void;

/** Handler of the form with unsaved changes, if any. */
let asker: Ask | null = null;

/** Calls `go`, after a confirmation if changes would be lost. */
export function leavePage(go: () => void): void {
  if (asker) asker(go);
  else go();
}

/** Makes `ask`, in place of any other, decide about leaving the page; returns a cleanup function. */
export function askBeforeLeaving(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}
