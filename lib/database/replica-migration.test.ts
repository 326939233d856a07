import { describe, expect, it } from 'vitest';
import { recordContacts } from '@/lib/replica/contact-store';
import { Replica } from '@/lib/replica/replica';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { applyMigrations, emptySchema, engines } from './testing';
import { transaction } from './transaction';

describe.each(engines)('the copy of a connected service that an older version kept, on $name', (engine) => {
  it('becomes the replica, with what answers told', async () => {
    const database = await engine.open();
    const { pool } = database;
    await emptySchema(database);
    await applyMigrations(database, (file) => file < '0008');
    const { id: organizationId } = await createOrganization(database, 'a.test');
    await pool.query(
      "insert into mirrors (organization_id, url, token_digest, operations) values ($1, 'http://a.test/v1', 'digest', '{listSegments}')",
      [organizationId],
    );
    await pool.query(
      `with made as (insert into contacts (organization_id, id, email, created_at, updated_at)
         select $1, gen_random_uuid(), n || '@b.example', now(), now() from generate_series(1, 3) n returning id)
       insert into mirror_contacts (organization_id, contact_id, seen_at) select $1, id, '2026-01-01' from made`,
      [organizationId],
    );
    await applyMigrations(database, (file) => file >= '0008');

    const replica = await Replica.open(database, { url: 'http://a.test/v1', token: 'a new one' });
    expect(replica.organizationId).toBe(organizationId);
    const { rows } = await pool.query<{ id: string }>('select id from contacts');
    const ids = rows.map(({ id }) => id);
    expect(Object.values(await replica.lastSeen(ids))).toEqual(Array(3).fill('2026-01-01T00:00:00.000Z'));
    const recorded = await transaction(database, (client) =>
      recordContacts(
        client,
        organizationId,
        [
          {
            id: ids[0] ?? '',
            email: 'new@b.example',
            phone: null,
            contact: {},
            segments: [],
            organizationId: crypto.randomUUID(),
            createdAt: '2026-01-01T00:00:00.000Z',
            updatedAt: '2026-01-02T00:00:00.000Z',
          },
        ],
        { asked: new Date(), pass: 1 },
      ),
    );
    expect(recorded).toEqual({ met: 1, invalid: [] });
    await database.close();
  });
});
