type Ask = (go: () => void) => void;

/** Of the form with unsaved changes, while there is one. */
let asker: Ask | null = null;

/** Leaves the page by code, as a link does: where something would be lost, somebody is asked first. */
export function leavePage(go: () => void): void {
  if (asker) asker(go);
  else go();
}

/** From now on `ask` decides whether the page is left; returns what ends that. */
export function askBeforeLeaving(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}
