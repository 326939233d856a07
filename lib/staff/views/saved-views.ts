import { v7 as uuidv7 } from 'uuid';
import type { SavedView, SavedViewChange, SavedViewInput } from '@/lib/contract/saved-view';
import { may } from '../roles';
import type { Outcome, StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { refuse } from '../transaction';

/** Maximum number of a person's views, and of an organization's shared views. */
const MOST_VIEWS = 50;

/** SQL: a view that `by` may change. */
const OWN = 'organization_id = $1 and id = $2 and (user_id = $3 or (user_id is null and $4))';
const owner = (by: StaffMember, id: string) => [by.organization.id, id, by.id, may(by.role, 'views:share')];

/** Returns functions for saved views of contacts: a person's own, and those shared with an organization. */
export function savedViews({ pool }: StaffContext) {
  /** Runs a change of a view and returns its id. Refuses with `missing` if it changes none, or if another view has the title. */
  async function changeView(
    missing: string,
    text: string,
    values: unknown[],
  ): Promise<Outcome<{ id: string }>> {
    try {
      const { rows } = await pool.query<{ id: string }>(`${text} returning id`, values);
      return rows[0] ? { ok: true, data: rows[0] } : refuse('', missing);
    } catch (cause) {
      if ((cause as { code?: unknown }).code !== '23505') throw cause;
      return refuse('title', 'Another view has this name.');
    }
  }

  return {
    /** Lists the person's own views, then shared ones, by title. */
    async savedViews(by: StaffMember): Promise<SavedView[]> {
      const { rows } = await pool.query<SavedView>(
        `select id, title, query, user_id is null as shared from saved_views
         where organization_id = $1 and (user_id = $2 or user_id is null)
         order by user_id is null, lower(title), id`,
        [by.organization.id, by.id],
      );
      return rows;
    },

    /** Saves a view; refuses more than 50, a title in use, and sharing for roles that may not. */
    async createView(by: StaffMember, { title, query, shared }: SavedViewInput) {
      if (shared && !may(by.role, 'views:share'))
        return refuse('', `Your role, ${by.role}, does not allow sharing views.`);
      return changeView(
        `There are ${MOST_VIEWS} views already. Delete one first.`,
        `insert into saved_views (organization_id, id, user_id, title, query) select $1, $2, $3, $4, $5
         where (select count(*) from saved_views
           where organization_id = $1 and user_id is not distinct from $3::uuid) < ${MOST_VIEWS}`,
        [by.organization.id, uuidv7(), shared ? null : by.id, title, query],
      );
    },

    /** Changes a view of one's own, or a shared one if the role allows it; keeps `query` if there is none. */
    updateView: (by: StaffMember, id: string, { title, query }: SavedViewChange) =>
      changeView(
        'This view no longer exists.',
        `update saved_views set title = $5, query = coalesce($6, query) where ${OWN}`,
        [...owner(by, id), title, query],
      ),

    deleteView: (by: StaffMember, id: string) =>
      changeView('This view no longer exists.', `delete from saved_views where ${OWN}`, owner(by, id)),
  };
}
