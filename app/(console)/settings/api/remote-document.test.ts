import { describe, expect, it } from 'vitest';
import { openApiDocument } from '@/lib/contract/openapi';
import { type OperationName, operations } from '@/lib/contract/operations';
import { toApiReference } from './api-reference';
import { toRemoteDocument } from './remote-document';

const five = ['upsertContact', 'updateContact', 'deleteContact', 'deleteContacts', 'listSegments'] as const;

function toReference(abilities: ReadonlySet<OperationName>, isRoster = false) {
  const document = toRemoteDocument(openApiDocument('1.0.0'), abilities, isRoster);
  const reference = toApiReference(document, 'https://api.example.com/v1');
  return { reference, operations: reference.groups.flatMap(({ operations }) => operations) };
}

describe('toRemoteDocument', () => {
  it('has only the operations of the service', () => {
    for (const abilities of [[...five], [...five, 'listContacts' as const]]) {
      const { operations: found } = toReference(new Set(abilities));
      expect(found.map(({ id }) => id).sort()).toEqual([...abilities].sort());
    }
  });

  it('follows the published interface', () => {
    const { reference, operations: found } = toReference(new Set([...five, 'listContacts', 'getContact']));
    for (const { scopes, description, responses, parameters } of found) {
      expect([scopes, description]).toEqual([[], null]);
      expect(responses.every(({ status }) => status.startsWith('2'))).toBe(true);
      expect(parameters.every(({ name }) => ['id', 'page', 'pageSize'].includes(name))).toBe(true);
    }
    expect(JSON.stringify(reference)).not.toMatch(/at (?:most|least) \d+ (?:characters|entries)/);
    expect(reference.schemas.map(({ name }) => name)).not.toContain('ApiToken');
  });

  it('is the whole document for a complete Roster', () => {
    const all = new Set(Object.keys(operations) as OperationName[]);
    expect(toReference(all, true).operations).toHaveLength(all.size);
  });
});
