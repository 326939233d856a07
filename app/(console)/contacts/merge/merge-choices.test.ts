import { expect, test } from 'vitest';
import { ana } from '../form/testing';
import { differingFields, findChosen, takenFields, toMerged } from './merge-choices';

test('own fields are chosen like others, and empty ones filled', () => {
  const one = { ...ana, id: 'one', fields: { plan: 'pro', tags: ['a'] }, updatedAt: '2026-01-01' };
  const other = {
    ...ana,
    id: 'other',
    fields: { plan: 'basic', tags: ['a'], no: '7' },
    updatedAt: '2026-01-02',
  };
  expect(differingFields([one, other])).toEqual(['fields.plan', 'fields.no']);
  expect(findChosen([one, other], 'fields.plan', {})).toBe(other);
  const choices = { 'fields.plan': 'one' };
  expect(takenFields([one, other], other, choices)).toEqual(['fields.no']);
  expect(toMerged([one, other], choices).fields).toEqual({ plan: 'pro', tags: ['a'], no: '7' });
});
