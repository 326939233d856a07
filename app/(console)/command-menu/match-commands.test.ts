import { Plus } from 'lucide-react';
import { expect, test } from 'vitest';
import { matchCommands } from './match-commands';

const command = (label: string, detail?: string) => ({ id: label, label, detail, icon: Plus });
const groups = [
  { value: 'Go to', items: [command('Contacts'), command('API tokens', 'Settings')] },
  { value: 'Do', items: [{ ...command('Add contact'), also: 'new create' }, command('Create segment')] },
];
const found = (words: string) =>
  matchCommands(groups, words).map(({ value, items }) => [value, ...items.map(({ label }) => label)]);

test('matches words by prefix, in any order and case', () => {
  expect(found('')).toEqual([
    ['Go to', 'Contacts', 'API tokens'],
    ['Do', 'Add contact', 'Create segment'],
  ]);
  expect(found(' CONT ')).toEqual([
    ['Go to', 'Contacts'],
    ['Do', 'Add contact'],
  ]);
  expect(found('seg create')).toEqual([['Do', 'Create segment']]);
  expect(found('settings')).toEqual([['Go to', 'API tokens']]);
  expect(found('ontacts')).toEqual([]);
  expect(found('new contact')).toEqual([['Do', 'Add contact']]);
});

test('lists search-only groups only while searching, up to their limit', () => {
  const segments = {
    value: 'Segments',
    most: 2,
    items: ['Lead', 'Lead 2', 'Lead 3', 'VIP'].map((title) => command(title)),
  };
  const titles = (words: string) =>
    matchCommands([segments], words).flatMap(({ items }) => items.map(({ label }) => label));
  expect(titles('')).toEqual([]);
  expect(titles('lead')).toEqual(['Lead', 'Lead 2']);
  expect(titles('vip')).toEqual(['VIP']);
});
