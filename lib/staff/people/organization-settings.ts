import { isDeepStrictEqual } from 'node:util';
import { LOGO_SIDE, type OrganizationInput, organizationInput } from '../account';
import type { Organization, StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, inTransaction, refuse } from '../transaction';
import { recordChange } from './record';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

type Settings = Pick<
  Organization,
  'name' | 'country' | 'timeZone' | 'dateFormat' | 'assistantReads' | 'twoApprovers'
> & {
  logo: Buffer | null;
};

/** Returns functions that set settings and logo of the current organization, and read logo and sample data. Callers check permissions. */
export function organizationSettings(context: StaffContext) {
  /** Sets the given settings, and records those that differ. */
  const setAndRecord = ({ organization: { id }, ...by }: StaffMember, given: Partial<Settings>) =>
    inTransaction(context, async (client) => {
      const { rows } = await client.query<Settings>(
        `select name, country, time_zone as "timeZone", date_format as "dateFormat",
           assistant_reads as "assistantReads", two_approvers as "twoApprovers", logo
         from organizations where id = $1 for no key update`,
        [id],
      );
      const before = rows[0] as Settings;
      const after = { ...before, ...given };
      const changed = (Object.keys(after) as (keyof Settings)[]).filter(
        (key) => !isDeepStrictEqual(before[key], after[key]),
      );
      if (changed.length === 0) return DONE;
      await client.query(
        `update organizations set name = $2, country = $3, time_zone = $4, date_format = $5, logo = $6::bytea, assistant_reads = $7, two_approvers = $8,
           logo_at = case when logo is not distinct from $6 then logo_at when $6 is not null then clock_timestamp() end
         where id = $1`,
        [
          id,
          after.name,
          after.country,
          after.timeZone,
          after.dateFormat,
          after.logo,
          after.assistantReads,
          after.twoApprovers,
        ],
      );
      const toFields = (settings: Settings, newLogo: boolean | string) =>
        Object.fromEntries(changed.map((key) => [key, key === 'logo' ? newLogo : settings[key]]));
      await recordChange(client, [id], {
        action: 'organization.updated',
        subjectId: id,
        by,
        before: toFields(before, before.logo !== null),
        after: toFields(after, before.logo && after.logo ? 'new' : after.logo !== null),
      });
      return DONE;
    });

  return {
    /** Sets the given name and defaults of the current organization, and records what differs; refuses invalid values. */
    async updateOrganization(by: StaffMember, given: OrganizationInput) {
      const parsed = organizationInput.safeParse(given);
      if (!parsed.success) return firstProblem(parsed.error);
      const values = Object.entries(parsed.data).map(([key, value]) => [key, value === '' ? null : value]);
      return setAndRecord(by, Object.fromEntries(values));
    },

    /** Sets the logo, a PNG of at most `LOGO_SIDE` pixels a side; `null` removes it. Refuses other files. */
    async setLogo(by: StaffMember, png: Uint8Array | null) {
      if (png && !isLogo(png))
        return refuse('png', `The logo must be a PNG, at most ${LOGO_SIDE} × ${LOGO_SIDE} pixels.`);
      return setAndRecord(by, { logo: png && Buffer.from(png) });
    },

    /** Ids of the current organization's sample data. */
    async sampleIds({ organization: { id } }: StaffMember): Promise<string[]> {
      const { rows } = await context.pool.query<{ id: string }>(
        'select unnest(sample_ids) as id from organizations where id = $1',
        [id],
      );
      return rows.map((row) => row.id);
    },

    /** Forgets which data is sample data, once it is removed. */
    async forgetSampleData({ organization: { id } }: StaffMember): Promise<void> {
      await context.pool.query('update organizations set sample_ids = null where id = $1', [id]);
    },

    /** The current organization's logo, as PNG; `null` if it no longer has this version. */
    async logo({ organization }: StaffMember, version: string) {
      const { rows } = await context.pool.query<Pick<Settings, 'logo'>>(
        'select logo from organizations where id = $1 and extract(epoch from logo_at)::text = $2',
        [organization.id, version],
      );
      const logo = rows[0]?.logo;
      return logo ? new Uint8Array(logo) : null;
    },
  };
}

/** Whether bytes begin like a PNG of at most `LOGO_SIDE` pixels a side (https://www.w3.org/TR/png-3/#11IHDR). */
function isLogo(bytes: Uint8Array): boolean {
  const png = Buffer.from(bytes);
  if (png.length < 33 || !png.subarray(0, 8).equals(PNG) || png.toString('latin1', 12, 16) !== 'IHDR')
    return false;
  return [png.readUInt32BE(16), png.readUInt32BE(20)].every((side) => side > 0 && side <= LOGO_SIDE);
}
