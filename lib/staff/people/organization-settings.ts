import { nameInput } from '../account';
import { firstProblem, type Room, refuse, settle } from '../room';
import type { StaffMember } from '../staff';
import { recordChange } from './record';

const DONE = { ok: true as const, data: null };
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Pixels a side. */
const LARGEST = 256;

/** Name and logo of an organization. */
export function organizationSettings(room: Room) {
  /** `sql` changes the organization, and nothing if it is so already. */
  const change = (
    { organization, ...by }: StaffMember,
    [sql, value]: [sql: string, value: unknown],
    before: Record<string, unknown>,
    after: Record<string, unknown>,
  ) =>
    settle(room, async (client) => {
      const { id } = organization;
      const { rowCount } = await client.query(sql, [id, value]);
      if (rowCount)
        await recordChange(client, [id], {
          action: 'organization.updated',
          subjectId: id,
          by,
          before,
          after,
        });
      return DONE;
    });

  return {
    async renameOrganization(by: StaffMember, given: string) {
      const parsed = nameInput.safeParse({ name: given });
      if (!parsed.success) return firstProblem(parsed.error);
      const { name } = parsed.data;
      const sql = 'update organizations set name = $2 where id = $1 and name <> $2';
      return change(by, [sql, name], { name: by.organization.name }, { name });
    },

    async setLogo(by: StaffMember, png: Uint8Array | null) {
      if (png && !isLogo(png))
        return refuse('png', `This is not a PNG of at most ${LARGEST} × ${LARGEST} pixels.`);
      const sql = `update organizations set logo = $2, logo_at = case when $2::bytea is not null then clock_timestamp() end
        where id = $1 and logo is distinct from $2`;
      return change(
        by,
        [sql, png && Buffer.from(png)],
        { logo: by.organization.logo !== null },
        { logo: png !== null },
      );
    },

    async logo(by: StaffMember) {
      const { rows } = await room.pool.query<{ logo: Buffer | null }>(
        'select logo from organizations where id = $1',
        [by.organization.id],
      );
      const logo = rows[0]?.logo;
      return logo ? new Uint8Array(logo) : null;
    },
  };
}

/** Signature and size of a PNG (https://www.w3.org/TR/png-3/#11IHDR). */
function isLogo(bytes: Uint8Array): boolean {
  const png = Buffer.from(bytes);
  if (png.length < 33 || !png.subarray(0, 8).equals(PNG) || png.toString('latin1', 12, 16) !== 'IHDR')
    return false;
  return [png.readUInt32BE(16), png.readUInt32BE(20)].every((side) => side > 0 && side <= LARGEST);
}
