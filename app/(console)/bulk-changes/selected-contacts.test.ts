import { expect, it } from 'vitest';
import { Selection } from '@/components/data-table/selection';
import { deselect, getSelectedContacts } from './selected-contacts';

const all = { filter: {}, words: '', count: 10, fingerprint: 'f', examples: ['Ana'] };

it('removes contacts selected one by one, but not those selected since', () => {
  const selection = new Selection();
  selection.set([{ id: 'a', label: 'A' }], true);
  const contacts = getSelectedContacts(selection);
  selection.set([{ id: 'b', label: 'B' }], true);
  deselect(selection, contacts);
  expect([...selection.snapshot.keys()]).toEqual(['b']);
});

it('removes all that match, unless the selection has changed since', () => {
  const selection = new Selection();
  selection.setAll(all);
  const contacts = getSelectedContacts(selection);
  const other = { ...all, words: 'matching “acme”' };
  selection.setAll(other);
  deselect(selection, contacts);
  expect(selection.all).toBe(other);
  selection.setAll(all);
  deselect(selection, contacts);
  expect(selection.count).toBe(0);
});
