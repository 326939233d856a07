import { expect, test } from 'vitest';
import { ana } from '../form/testing';
import {
  differingFields,
  filledFields,
  findChosen,
  formerIds,
  takenFields,
  toMerged,
  valueWords,
} from './merge-choices';

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

const field = { id: '', key: 'crm_id', label: 'CRM id', position: 1, archived: false, createdAt: '' };
const fields = new Map([
  ['fields.crm_id', { ...field, type: 'id' as const }],
  ['fields.no', { ...field, key: 'no', type: 'text' as const }],
]);

test('own fields stand in their order, whichever contact has them', () => {
  const [one, other] = [
    { ...ana, fields: { no: '7' } },
    { ...ana, fields: { no: '8', crm_id: '0042' } },
  ];
  expect(differingFields([one, other], fields)).toEqual(['fields.crm_id', 'fields.no']);
  expect(filledFields([one], fields).at(-1)).toBe('fields.no');
  expect(valueWords(one, 'fields.crm_id', fields)).toBe('');
});

test('ids that are not kept are named', () => {
  const [one, other] = ['0042', '0099'].map((id) => ({ ...ana, fields: { crm_id: id, no: id } }));
  if (one && other) expect(formerIds([one, other], one, fields)).toEqual(['CRM id 0099']);
  expect.assertions(1);
});
