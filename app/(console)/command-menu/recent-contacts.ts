import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { CallError } from '@/components/hooks/call-error';
import { shownOrganization } from '@/components/hooks/reply';
import { readOptions } from '@/components/hooks/use-read';
import type { Contact } from '@/lib/contract/contact';

const MOST = 6;

/** Ids only, of one person in one organization: what is stored in a browser stays there. */
const keyOf = (staffId: string) => `recent-contacts ${shownOrganization} ${staffId}`;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The ids in stored text, latest first. */
export const parseRecent = (stored: string | null): string[] =>
  (stored ?? '').split(' ').filter((id) => UUID.test(id));

/** Puts an id first, once. */
export const addRecent = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((one) => one !== id)].slice(0, MOST);

function change(staffId: string, to: (ids: string[]) => string[]): void {
  try {
    const key = keyOf(staffId);
    localStorage.setItem(key, to(parseRecent(localStorage.getItem(key))).join(' '));
  } catch {
    // Storage is full or switched off.
  }
}

/** Remembers that the person looks at a contact. */
export function useRememberContact(id: string | undefined): void {
  const { staffId } = useConsole();
  useEffect(() => {
    if (id) change(staffId, (ids) => addRecent(ids, id));
  }, [id, staffId]);
}

/** The contacts that the person looked at last, without the one `shown`; forgets those that are gone. */
export function useRecentContacts(shown: string | undefined): Contact[] {
  const { staffId } = useConsole();
  const [ids] = useState(() => {
    try {
      return parseRecent(localStorage.getItem(keyOf(staffId)));
    } catch {
      return [];
    }
  });
  const found = useQueries({
    queries: ids.map((id) => ({ ...readOptions('getContact', { id }), staleTime: 60_000 })),
  });
  const gone = ids
    .filter((_, index) => {
      const error = found[index]?.error;
      return error instanceof CallError && error.code === 'NOT_FOUND';
    })
    .join(' ');
  useEffect(() => {
    if (gone) change(staffId, (stored) => stored.filter((id) => !gone.includes(id)));
  }, [gone, staffId]);
  const contacts = new Map(found.flatMap(({ data }) => (data ? [[data.data.id, data.data] as const] : [])));
  return [...contacts.values()].filter(({ id }) => id !== shown);
}
