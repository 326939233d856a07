import { browserError, CallError } from '@/components/hooks/call-error';
import { toSearch } from '@/components/hooks/reply';
import { dataHref, fetchRead } from '@/components/hooks/use-read';
import { contactName, nameSome } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { copyText } from '@/components/ui/copy-text';
import { toast } from '@/components/ui/toast';
import { restoreFormula } from '@/lib/contract/csv-cell';
import { countSelected, type SelectedContacts } from '../bulk-changes/selected-contacts';
import { exportQuery } from './export-query';

/** Most emails to copy; more do not fit into the address line of mail programs. */
export const MOST_COPIED = 2_000;
/** Timeout in milliseconds for reading names of contacts without email. */
const NAMES_WITHIN = 10_000;

/**
 * Copies the emails of the selected contacts for the address line of a mail, and shows the outcome as a toast. Refuses more
 * than `MOST_COPIED`. The activity records an export.
 */
export async function copyEmails(contacts: SelectedContacts): Promise<void> {
  if (countSelected(contacts) > MOST_COPIED) {
    toast.error(`More than ${formatCountOf(MOST_COPIED, 'email')}`, { description: 'Export them instead.' });
    return;
  }
  const query = toSearch(exportQuery(contacts, ['email', 'id'], 'csv', { withEmail: true }));
  try {
    const found = parseEmails(await fetchExport(query));
    const emails = [...found.values()];
    if (emails.length === 0)
      return void toast('No emails', {
        description: 'These contacts have none, or must not be contacted.',
      });
    const { names, total } = await findWithoutEmail(contacts, found);
    const all = emails.length + total;
    await copyText(
      emails.join(', '),
      total > 0
        ? `${formatCount(emails.length)} of ${formatCountOf(all, 'email')}`
        : formatCountOf(all, 'email'),
      total > 0 ? `No email, or not to be contacted: ${nameSome(names, total)}.` : undefined,
    );
  } catch (error) {
    toast.failed('Could not copy', error as Error);
  }
}

/** Names of some selected contacts without email, or who must not be contacted, and their number. `found`: emails by id of contacts selected one by one. */
async function findWithoutEmail({ selected, all }: SelectedContacts, found: ReadonlyMap<string, string>) {
  if (!all) {
    const names = [...selected].flatMap(([id, name]) => (found.has(id) ? [] : [name]));
    return { names, total: names.length };
  }
  const { filter } = all;
  const others = [
    ...(filter.has?.includes('email')
      ? []
      : [{ ...filter, lacks: [...(filter.lacks ?? []), 'email' as const] }]),
    ...(filter.doNotContact
      ? []
      : [{ ...filter, has: [...(filter.has ?? []), 'email' as const], doNotContact: 'true' as const }]),
  ];
  const pages = await Promise.all(
    others.map((query) =>
      fetchRead('listContacts', { query: { ...query, pageSize: '3' } }, AbortSignal.timeout(NAMES_WITHIN)),
    ),
  );
  return {
    names: pages.flatMap(({ data }) => data.map(contactName)),
    total: pages.reduce((sum, { meta }) => sum + meta.total, 0),
  };
}

/** Reads an export by POST, because ids of many contacts do not fit into a URL. Throws a `CallError` if it is refused. */
async function fetchExport(query: URLSearchParams): Promise<string> {
  const response = await fetch(dataHref('exportContacts', {}), { method: 'POST', body: query });
  if (response.ok) return response.text();
  throw new CallError(browserError('BAD_RESPONSE', `Roster responded with status ${response.status}.`));
}

/**
 * Parses a CSV export of emails and ids to emails by contact id, without blank ones. Removes the apostrophe that keeps
 * spreadsheets from running formulas.
 */
export function parseEmails(csv: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of csv.split('\r\n').slice(1)) {
    const comma = line.lastIndexOf(',');
    const cell = line.slice(0, Math.max(comma, 0));
    const email = restoreFormula(cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
    if (email) found.set(line.slice(comma + 1), email);
  }
  return found;
}
