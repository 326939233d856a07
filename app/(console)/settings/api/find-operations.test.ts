import { expect, test } from 'vitest';
import { findOperations } from './find-operations';

const groups = [
  {
    tag: 'Contacts',
    operations: [
      { id: 'listContacts', method: 'GET', path: '/contacts', summary: 'List contacts' },
      { id: 'createNote', method: 'POST', path: '/contacts/{id}/notes', summary: 'Add a note' },
    ],
  },
  {
    tag: 'Tokens',
    operations: [{ id: 'listTokens', method: 'GET', path: '/tokens', summary: 'List API tokens' }],
  },
];
const found = (words: string) =>
  findOperations(groups, words).flatMap(({ operations }) => operations.map(({ id }) => id));

test('finds operations by summary, method, path and name', () => {
  expect(found('')).toHaveLength(3);
  expect(found('LIST')).toEqual(['listContacts', 'listTokens']);
  expect(found('post notes')).toEqual(['createNote']);
  expect(found('tokens get')).toEqual(['listTokens']);
  expect(found('nothing')).toEqual([]);
});
