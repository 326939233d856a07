import { scoped } from '@/lib/database/statement';
import type { Corrections } from '../imports/corrections';
import { removeFiles, withoutLines } from '../imports/import-file';
import { hasValueSql, type Place, toIds } from './erased';

/** Deletes rows about the contacts, or with their email or phone. `contacts/read.ts` explains the form of the query. */
const eraseImportRows = scoped<{ plan_id: string }>(
  'erase_import_rows',
  `delete from import_rows d using (
     select r.plan_id, r.line from unnest($2::uuid[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and contact_id = g offset 0) r
     union select r.plan_id, r.line from unnest($3::text[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and email = g offset 0) r
     union select r.plan_id, r.line from unnest($3::text[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and phone = g offset 0) r) k
   where d.organization_id = $1 and d.plan_id = k.plan_id and d.line = k.line returning d.plan_id`,
);
const eraseSamples = scoped<{ id: string }>(
  'erase_import_samples',
  `update imports set ${withoutLines} where organization_id = $1 and plan_id = any($2::uuid[]) returning id`,
);
const eraseNumbers = scoped(
  'erase_numbers_of_plans',
  `update jobs set progress = jsonb_set(jsonb_set(progress, '{votes,unplaced}', '[]', false), '{unusualPhones,first}', (
       select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(progress #> '{unusualPhones,first}') one
       where not one ->> 'phone' = any($3)), false)
   where organization_id = $1 and id = any($2::uuid[])`,
);
/** Erases values of the contacts from planned rows about hosts. */
const erasePlanned = scoped(
  'erase_planned_values_of_hosts',
  `update import_rows d set after = null, details = d.details - 'changes' from (
     select r.plan_id, r.line from unnest($2::uuid[]) g cross join lateral (
       select plan_id, line, after, details from import_rows where organization_id = $1 and contact_id = g offset 0) r
     where ${hasValueSql('jsonb_build_array(r.after, r.details)', '$3')}) k
   where d.organization_id = $1 and d.plan_id = k.plan_id and d.line = k.line`,
);
const correctedImports = scoped<{ plan_id: string; corrections: Corrections }>(
  'corrected_imports',
  'select plan_id, corrections from imports where organization_id = $1 and corrections is not null and plan_id is not null',
);
const eraseCorrected = scoped(
  'erase_corrected_cells',
  `update import_rows set details = details - 'corrected'
   where organization_id = $1 and plan_id = any($2::uuid[]) and details -> 'corrected' is not null`,
);
const eraseImported = scoped(
  'erase_imported_contacts',
  `delete from imported_contacts d using (
     select r.run_id, r.contact_id from unnest($2::uuid[]) g cross join lateral (
       select run_id, contact_id from imported_contacts where organization_id = $1 and contact_id = g offset 0) r) k
   where d.organization_id = $1 and d.run_id = k.run_id and d.contact_id = k.contact_id`,
);
/** Erases values of the contacts from undo records of hosts, which an undo then keeps as they are. */
const eraseBefore = scoped(
  'erase_values_before_imports',
  `update imported_contacts d set before = null, kept = true from (
     select r.run_id, r.contact_id from unnest($2::uuid[]) g cross join lateral (
       select run_id, contact_id, before from imported_contacts where organization_id = $1 and contact_id = g offset 0) r
     where ${hasValueSql('r.before', '$3')}) k
   where d.organization_id = $1 and d.run_id = k.run_id and d.contact_id = k.contact_id`,
);
const finishedPlans = scoped<{ id: string }>(
  'finished_import_plans',
  "select id from jobs where organization_id = $1 and kind = 'import-plan' and state = 'finished'",
);
const eraseUnplanned = scoped<{ id: string; plan_id: string | null }>(
  'erase_unplanned_imports',
  `delete from imports where organization_id = $1 and run_id is null and (plan_id = any($2::uuid[])) is not true
   returning id, plan_id`,
);
export const dropPlanRows = scoped(
  'drop_rows_of_plans',
  'delete from import_rows where organization_id = $1 and plan_id = any($2::uuid[])',
);
export const dropPlans = scoped(
  'drop_import_plans',
  'delete from jobs where organization_id = $1 and id = any($2::uuid[])',
);

/** The places where imports keep data of contacts. */
export const importPlaces: Place[] = [
  {
    columns: [
      'import_rows.*',
      'imports.columns',
      'imports.corrections',
      'imports.format',
      'import_files.bytes',
      'jobs.progress',
    ],
    /** Deletes rows about the contacts. Of their imports, also removes the file, samples and corrections. */
    async erase(context, { ids, keys, hosts, taken }) {
      const rows = await eraseImportRows(context, ids, keys);
      // Corrected rows may have named the contacts before.
      const corrected = (await correctedImports(context))
        .filter(({ corrections }) => cellsIn(corrections).some((cell) => hasAddress(cell, keys)))
        .map((row) => row.plan_id);
      if (corrected.length > 0) await eraseCorrected(context, corrected);
      const plans = [...new Set([...rows.map((row) => row.plan_id), ...corrected])];
      await removeFiles(context, toIds(await eraseSamples(context, plans)));
      if (plans.length > 0) await eraseNumbers(context, plans, keys);
      if (hosts.length > 0) await erasePlanned(context, toIds(hosts), taken);
    },
  },
  {
    columns: ['imported_contacts.*'],
    /** Deletes undo records of the contacts, and their values from those of hosts. */
    async erase(context, { ids, hosts, taken }) {
      await eraseImported(context, ids);
      if (hosts.length > 0) await eraseBefore(context, toIds(hosts), taken);
    },
  },
  {
    // A file that no plan has read may name anybody. It has to be uploaded again.
    columns: ['imports.*', 'import_files.bytes'],
    /** Deletes imports that have neither run nor a finished plan, if a person or token asked for the erasure. */
    async erase(context, { isAsked }) {
      if (!isAsked) return;
      const imports = await eraseUnplanned(context, toIds(await finishedPlans(context)));
      await removeFiles(context, toIds(imports));
      const plans = imports.flatMap(({ plan_id }) => plan_id ?? []);
      await dropPlanRows(context, plans);
      await dropPlans(context, plans);
    },
  },
];

/** All texts of corrections, former ones included. */
const cellsIn = (corrections: Corrections): string[] =>
  Object.values(corrections).flatMap((row) => Object.values(row).flatMap(({ from, to }) => [from, to]));

/** Whether a cell has one of the emails or phones, with or without its country code; of phones, at least six digits. */
function hasAddress(cell: string, keys: string[]): boolean {
  const text = cell.toLowerCase();
  const digits = cell.replace(/\D/g, '').replace(/^0+/, '');
  return keys.some((key) => {
    if (!key.startsWith('+')) return text.includes(key);
    return digits.length >= 6 && (digits.includes(key.slice(1)) || key.endsWith(digits));
  });
}
