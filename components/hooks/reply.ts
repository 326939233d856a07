/** A successful response, with `meta` or `etag` if the operation returns them. */
export interface Reply {
  data: unknown;
  meta?: unknown;
  etag?: string | null;
  mergeId?: string | null;
}

/** The value to cache: the whole reply if it has `meta` or `etag`, else its data. */
export const toAnswer = (reply: Reply): unknown => ('meta' in reply || 'etag' in reply ? reply : reply.data);

/**
 * Converts a query to URL parameters: repeats the name for each list item, writes `fields: { plan }` as `fields.plan`, and
 * skips undefined values.
 */
export function toSearch(query: object): URLSearchParams {
  const toPairs = (values: object, prefix = ''): string[][] =>
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => {
        if (one === undefined) return [];
        return one instanceof Object ? toPairs(one, `${prefix}${name}.`) : [[prefix + name, String(one)]];
      }),
    );
  return new URLSearchParams(toPairs(query));
}

/** Header with the organization that a tab shows. Another tab may have switched the session to another one. */
export const SHOWN_ORGANIZATION = 'x-roster-organization';

/** Id of the organization that this tab shows; blank until the console is mounted, and on the server. */
export let shownOrganization = '';

export function showOrganization(id: string): void {
  shownOrganization = id;
}
