/** Header of reads by which a tab says which organization it shows: another tab may have switched to another one. */
export const SHOWN_ORGANIZATION = 'x-roster-organization';

/** Id of the organization that this tab shows; blank until the console is mounted, and on the server. */
export let shownOrganization = '';

export function showOrganization(id: string): void {
  shownOrganization = id;
}
