/** A successful response, with `meta` or `etag` if the operation returns them. */
export interface Reply {
  data: unknown;
  meta?: unknown;
  etag?: string | null;
  mergeId?: string | null;
}

/** The value to cache: the whole reply if it has `meta` or `etag`, else its data. */
export const toAnswer = (reply: Reply): unknown => ('meta' in reply || 'etag' in reply ? reply : reply.data);

/** Converts a query to URL parameters: repeats the name for each list item, and skips undefined values. */
export function toSearch(query: object): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  );
}

/** Header with the organization that a tab shows. Another tab may have switched the session to another one. */
export const SHOWN_ORGANIZATION = 'x-roster-organization';

/** Id of the organization that this tab shows; blank until the console is mounted, and on the server. */
export let shownOrganization = '';

export function showOrganization(id: string): void {
  shownOrganization = id;
}
