/** A success as it is sent: with `meta` or `etag` where the operation returns them. */
export interface Reply {
  data: unknown;
  meta?: unknown;
  etag?: string | null;
  mergeId?: string | null;
}

/** What the cache holds of a reply. */
export const toAnswer = (reply: Reply): unknown => ('meta' in reply || 'etag' in reply ? reply : reply.data);

/** Query parameters; lists are repeated, what is undefined is left out. */
export function toSearch(query: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  );
}

/** Header of reads by which a tab says which organization it shows: another tab may have switched to another one. */
export const SHOWN_ORGANIZATION = 'x-roster-organization';

/** Id of the organization that this tab shows; blank until the console is mounted, and on the server. */
export let shownOrganization = '';

export function showOrganization(id: string): void {
  shownOrganization = id;
}
