'use client';

import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { COMMAND_MENU } from './command-menu-name';

const CommandMenu = dynamic(() => import('./command-menu'));
const AddSegment = dynamic(() => import('../segments/add-segment'));

/** Opens the command menu, as Ctrl+K, or Command+K, does everywhere in the console. */
export function CommandMenuButton() {
  const [open, setOpen] = useState(false);
  // Kept once it was open: it gives the focus back when it closes.
  const [wanted, setWanted] = useState(false);
  const [addingSegment, setAddingSegment] = useState(false);
  const mac = useIsMac();
  const change = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };

  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return;
      // Elsewhere Control+K deletes to the end of the line.
      if (mac ? !event.metaKey || event.ctrlKey : !event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!open && document.querySelector(OTHER_POPUPS)) return;
      setWanted(true);
      setOpen(!open);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [mac, open]);

  return (
    <>
      <Button
        onClick={() => change(true)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        className="text-muted! max-md:ml-auto max-md:size-8 max-md:justify-center max-md:p-0! md:justify-start!"
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">Search or go to</span>
        <span aria-hidden className="ml-auto max-md:hidden">
          <Kbd>{mac ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </Button>
      {wanted ? (
        <CommandMenu open={open} onOpenChange={change} onAddSegment={() => setAddingSegment(true)} />
      ) : null}
      {addingSegment ? <AddSegment onClose={() => setAddingSegment(false)} /> : null}
    </>
  );
}

/** What has the keyboard to itself; the menu itself may still be fading out. */
const OTHER_POPUPS = `[role=dialog]:not([aria-label="${COMMAND_MENU}"]), [role=alertdialog], [role=menu]`;

const never = () => () => {};

function useIsMac(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.platform),
    () => false,
  );
}
