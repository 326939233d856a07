import { createContext, useContext } from 'react';
import type { Selection } from '@/components/data-table/selection';
import type { PhoneCountry } from '@/lib/contract/phone';

export interface Console {
  /** Id of the signed-in person. */
  staffId: string;
  /** Country of phone numbers typed without a country code; `null` if they need one. */
  phoneCountry: PhoneCountry | null;
  /** The selected contacts, kept across pages until sign-out. */
  selection: Selection;
  /** Number of selected contacts, by id of each running bulk change that this tab started. */
  startedBulkChanges: Map<string, number>;
}

export const ConsoleContext = createContext<Console | null>(null);

/** What all pages of the console share. @throws outside of `ConsoleProviders` */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (!console) throw new Error('ConsoleProviders is missing.');
  return console;
}
