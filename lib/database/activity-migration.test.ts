import { expect, test } from 'vitest';
import { JobRunner } from '@/lib/jobs/job-runner';
import { activitySealJob, startActivitySeals } from '@/lib/service/activity/activity-seal-job';
import { verifyActivity } from '@/lib/service/activity/verify-activity';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { applyMigrations, emptySchema, engines } from './testing';

test.each(engines)('activity from before seals is sealed on $name', async (engine) => {
  const database = await engine.open();
  const { pool } = database;
  await emptySchema(database);
  await applyMigrations(database, (file) => file < '0012');
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
  await applyMigrations(database, (file) => file >= '0012');

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
