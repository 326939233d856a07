import { describe, expect, it } from 'vitest';
import type { MirrorStatus } from '@/lib/contract/connection';
import { openApiDocument } from '@/lib/contract/openapi';
import { type OperationName, operations } from '@/lib/contract/operations';
import { Abilities } from '@/lib/mirror/abilities';
import { apiReference } from './api-reference';
import { remoteDocument } from './remote-document';

const five = ['upsertContact', 'updateContact', 'deleteContact', 'deleteContacts', 'listSegments'] as const;
/** As the console sees it, the copy included. */
const withCopy = new Abilities(new Set(five), false).offered;
const mirror: MirrorStatus = {
  fillable: false,
  contacts: 0,
  vanished: 0,
  unreadable: { count: 0, first: [] },
  completeAt: null,
  lack: null,
  fill: null,
};

function referenceOf(capabilities: ReadonlySet<OperationName>, copy: MirrorStatus | null) {
  const document = remoteDocument(openApiDocument('1.0.0'), capabilities, copy);
  const reference = apiReference(document, 'https://api.example.com/v1');
  return { reference, operations: reference.groups.flatMap(({ operations }) => operations) };
}

describe('remoteDocument', () => {
  it('has nothing that only the copy answers', () => {
    const { operations: found } = referenceOf(withCopy, mirror);
    expect(found.map(({ id }) => id).sort()).toEqual([...five].sort());
    const listing = referenceOf(withCopy, { ...mirror, fillable: true }).operations;
    expect(listing.map(({ id }) => id).sort()).toEqual([...five, 'getContact', 'listContacts'].sort());
  });

  it('says no more of a service than the published interface does', () => {
    const { reference, operations: found } = referenceOf(withCopy, { ...mirror, fillable: true });
    for (const { scope, description, responses, parameters } of found) {
      expect([scope, description]).toEqual([null, null]);
      expect(responses.every(({ status }) => status.startsWith('2'))).toBe(true);
      expect(parameters.every(({ name }) => ['id', 'page', 'pageSize'].includes(name))).toBe(true);
    }
    expect(JSON.stringify(reference)).not.toMatch(/at (?:most|least) \d+ (?:characters|entries)/);
    expect(reference.schemas.map(({ name }) => name)).not.toContain('ApiToken');
  });

  it('is the whole document for a Roster with everything', () => {
    const all = new Set(Object.keys(operations) as OperationName[]);
    expect(referenceOf(all, null).operations).toHaveLength(all.size);
  });
});
