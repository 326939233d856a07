import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactElement, startTransition, useState } from 'react';
import { holdKeys } from '@/components/hooks/hold-keys';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { useIsApple } from '@/components/hooks/use-hydrated';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { Kbd } from '@/components/ui/kbd';
import { useConsoleKeys } from './use-console-keys';

const load = () => import('./command-menu');
const CommandMenu = dynamic(() => load().catch(chunkLoadFailed));
/** Loads the menu before it is opened. */
const preload = () => void load().catch(() => {});

/** Opens the command menu, like Ctrl+K or ⌘K. Also handles the single keys of every page. */
export function CommandMenuButton() {
  // `null` until first opened. The menu then stays mounted, to return the focus when it closes.
  const [open, setOpen] = useState<boolean | null>(null);
  /** The dialog of a command. */
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const apple = useIsApple();
  useConsoleKeys();

  const openMenu = () => {
    holdKeys();
    startTransition(() => setOpen(true));
  };
  useDocumentKeys((event) => {
    if (event.key === (apple ? 'Meta' : 'Control')) preload();
    // On a Mac, Control+K deletes to the end of the line.
    if (event.key.toLowerCase() !== 'k' || !(apple ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    // Do not open above another dialog.
    if (open) setOpen(false);
    else if (!document.querySelector(OTHERS)) openMenu();
  });

  return (
    <>
      <Button
        onClick={openMenu}
        onPointerEnter={preload}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
        className="text-muted! max-md:ml-auto max-md:size-8 max-md:justify-center max-md:p-0! md:justify-start!"
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">Search</span>
        <span aria-hidden className="ml-auto flex gap-1 max-md:hidden">
          <Kbd>{apple ? '⌘' : 'Ctrl'}</Kbd>
          <Kbd>k</Kbd>
        </span>
      </Button>
      {open === null ? null : <CommandMenu open={open} onOpenChange={setOpen} onOpenDialog={setDialog} />}
      {dialog}
    </>
  );
}

/** Modal elements other than the command menu, which may still be fading out. */
const OTHERS = '[role=dialog]:not([aria-label="Command menu"]), [role=alertdialog], [role=menu]';
