import { LOGO_SIDE, nameInput } from '../account';
import type { StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, inTransaction, refuse } from '../transaction';
import { recordChange } from './record';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface Settings {
  name: string;
  logo: Buffer | null;
}

/** Returns functions that set name and logo of the current organization, and read the logo. Callers check permissions. */
export function organizationSettings(context: StaffContext) {
  /** Sets the name or logo, and records the change if the value differs. */
  const setAndRecord = <Key extends keyof Settings>(
    { organization: { id }, ...by }: StaffMember,
    key: Key,
    value: Settings[Key],
  ) =>
    inTransaction(context, async (client) => {
      const { rows } = await client.query<Settings>(
        'select name, logo from organizations where id = $1 for no key update',
        [id],
      );
      const before = rows[0]?.[key] ?? null;
      if (before === value || (value instanceof Buffer && before instanceof Buffer && before.equals(value)))
        return DONE;
      if (key === 'name') await client.query('update organizations set name = $2 where id = $1', [id, value]);
      else
        await client.query(
          `update organizations set logo = $2, logo_at = case when $2::bytea is not null then clock_timestamp() end
           where id = $1`,
          [id, value],
        );
      await recordChange(client, [id], {
        action: 'organization.updated',
        subjectId: id,
        by,
        ...(key === 'name'
          ? { before: { name: before }, after: { name: value } }
          : { before: { logo: before !== null }, after: { logo: before && value ? 'new' : value !== null } }),
      });
      return DONE;
    });

  return {
    /** Renames the current organization, and records that; refuses an invalid name. */
    async renameOrganization(by: StaffMember, given: string) {
      const parsed = nameInput.safeParse({ name: given });
      if (!parsed.success) return firstProblem(parsed.error);
      return setAndRecord(by, 'name', parsed.data.name);
    },

    /** Sets the logo, a PNG of at most `LOGO_SIDE` pixels a side; `null` removes it. Refuses other files. */
    async setLogo(by: StaffMember, png: Uint8Array | null) {
      if (png && !isLogo(png))
        return refuse('png', `The logo must be a PNG, at most ${LOGO_SIDE} × ${LOGO_SIDE} pixels.`);
      return setAndRecord(by, 'logo', png && Buffer.from(png));
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
