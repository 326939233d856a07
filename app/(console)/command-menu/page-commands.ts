import { useEffect } from 'react';
import type { Command } from './use-commands';

let offered: readonly Command[] = [];

/** Offers in the command menu what can be done on this page, as long as that is so. */
export function useOfferCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered = commands;
    return () => {
      offered = [];
    };
  }, [commands]);
}

/** What the page offers now. */
export function pageCommands(): Command[] {
  return [...offered];
}
