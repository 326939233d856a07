import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JobRunner } from '@/lib/jobs/job-runner';
import { activitySealJob, startActivitySeals } from '@/lib/service/activity/activity-seal-job';
import { verifyActivity } from '@/lib/service/activity/verify-activity';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import type { Database } from './database';
import { engines } from './testing';

const FOLDER = join(import.meta.dirname, 'migrations');

async function apply({ pool }: Database, wanted: (file: string) => boolean): Promise<void> {
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && wanted(name)).sort())
    for (const statement of (await readFile(join(FOLDER, file), 'utf8')).split('--> statement-breakpoint'))
      await pool.query(statement);
}

test.each(engines)('activity from before seals is sealed on $name', async (engine) => {
  const database = await engine.open();
  const { pool } = database;
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
  await apply(database, (file) => file < '0013');
  const { id } = await createOrganization(database, 'Acme');
  const ask = async (text: string) => (await pool.query(text, [id])).rows;
  await ask(
    `with c as (insert into contacts (organization_id, id, email, created_at, updated_at)
       values ($1, gen_random_uuid(), 'a@b.example', now(), now()) returning organization_id, id),
     s as (insert into segments (organization_id, id, title, color, created_at)
       values ($1, gen_random_uuid(), 'VIP', '#000000', now()) returning id)
     insert into contact_segments (organization_id, contact_id, segment_id, assigned_at) select $1, c.id, s.id, now() from c, s`,
  );
  await ask(
    "select trash_segment($1, 'system', null, 'Test', null, (select id from segments where organization_id = $1))",
  );
  await apply(database, (file) => file >= '0013');

  const [deleted] = await ask(
    "select contact_ids = array(select id from contacts) as kept from activities where organization_id = $1 and action = 'segment.deleted'",
  );
  expect(deleted).toEqual({ kept: true });
  const log = { warn: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };
  await startActivitySeals(database);
  await new JobRunner({ database, kinds: activitySealJob, log }).runAll();
  expect(await verifyActivity(database, id)).toMatchObject({ activities: 1, seals: 1, problem: null });
  await database.close();
});
