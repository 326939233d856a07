import { useEffect, useEffectEvent, useState } from 'react';
import { hasAddress } from './has-address';

interface ImportDropOptions {
  /** Called with a file that is dropped anywhere on the page. Absent if none may be. */
  onFile: ((file: File) => void) | undefined;
  /** Called with text with addresses that is pasted outside of fields and dialogs. Absent if none may be. */
  onText: ((text: string) => void) | undefined;
}

const OWN_PASTE = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Takes files dropped and rows pasted on the page. Returns whether a file is being dragged over it. */
export function useImportDrop({ onFile, onText }: ImportDropOptions): boolean {
  const [isOver, setOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!onFile || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // Leaving an element for another one in the page has a related target.
    setOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null));
    const [file] = event.dataTransfer.files;
    if (event.type === 'drop' && file) onFile(file);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isOwn = event.target instanceof Element && event.target.closest(OWN_PASTE);
    if (!onText || isOwn || !hasAddress(text)) return;
    event.preventDefault();
    onText(text);
  });
  useEffect(() => {
    const stop = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(type, (event) => onDrag(event), stop);
    document.addEventListener('paste', (event) => onPaste(event), stop);
    return () => stop.abort();
  }, []);
  return isOver;
}
