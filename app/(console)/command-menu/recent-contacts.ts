import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { CallError } from '@/components/hooks/call-error';
import { shownOrganization } from '@/components/hooks/reply';
import { readOptions } from '@/components/hooks/use-read';
import type { Contact } from '@/lib/contract/contact';

const MOST = 6;

/** Storage key for a person in an organization. Only ids are stored, because browser storage outlives the session. */
const storageKey = (staffId: string) => `recent-contacts ${shownOrganization} ${staffId}`;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Parses stored ids, latest first. */
export const parseRecent = (stored: string | null): string[] =>
  (stored ?? '').split(' ').filter((id) => UUID.test(id));

/** Moves or adds an id to the front, and keeps the first `MOST`. */
export const addRecent = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((one) => one !== id)].slice(0, MOST);

/** Changes the ids stored in this browser. Does nothing if its storage is full or disabled. */
function changeStored(staffId: string, to: (ids: string[]) => string[]): void {
  try {
    const key = storageKey(staffId);
    localStorage.setItem(key, to(parseRecent(localStorage.getItem(key))).join(' '));
  } catch {
    // The storage is full or disabled.
  }
}

/** Stores a contact as the latest one that the person viewed in this browser. */
export function useRememberContact(id: string | undefined): void {
  const { staffId } = useConsole();
  useEffect(() => {
    if (id) changeStored(staffId, (ids) => addRecent(ids, id));
  }, [id, staffId]);
}

/**
 * The last contacts that the person viewed in this browser, latest first, without the one `shown`. Forgets deleted ones.
 */
export function useRecentContacts(shown: string | undefined): Contact[] {
  const { staffId } = useConsole();
  const [ids] = useState(() => {
    try {
      return parseRecent(localStorage.getItem(storageKey(staffId)));
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
    if (gone) changeStored(staffId, (stored) => stored.filter((id) => !gone.includes(id)));
  }, [gone, staffId]);
  const contacts = new Map(found.flatMap(({ data }) => (data ? [[data.data.id, data.data] as const] : [])));
  return [...contacts.values()].filter(({ id }) => id !== shown);
}
