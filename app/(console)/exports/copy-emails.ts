import { browserError, CallError } from '@/components/hooks/call-error';
import { toSearch } from '@/components/hooks/reply';
import { dataHref } from '@/components/hooks/use-read';
import { countOf } from '@/components/text/format-count';
import { copyText } from '@/components/ui/copy-text';
import { toast } from '@/components/ui/toast';
import { restoreFormula } from '@/lib/import/csv-cell';
import { countSelected, type SelectedContacts } from '../bulk-changes/selected-contacts';
import { exportQuery } from './export-query';

/** Emails that fit into a mail program. */
export const MOST_COPIED = 2_000;

/** Copies the emails of the selected contacts, for the address line of a mail. It is an export, and recorded as one. */
export async function copyEmails(contacts: SelectedContacts): Promise<void> {
  if (countSelected(contacts) > MOST_COPIED) {
    toast.error(`More than ${countOf(MOST_COPIED, 'email')}`, { description: 'Export them instead.' });
    return;
  }
  const query = toSearch(exportQuery(contacts, ['email'], 'csv', true));
  try {
    const emails = parseEmails(await fetchText(query));
    if (emails.length === 0) return void toast('No emails', { description: 'These contacts have none.' });
    await copyText(emails.join(', '), countOf(emails.length, 'email'));
  } catch (error) {
    toast.failed('Could not copy', error as Error);
  }
}

/** By POST: ids of many contacts are too long for an address. */
async function fetchText(query: URLSearchParams): Promise<string> {
  const response = await fetch(dataHref('exportContacts', {}), { method: 'POST', body: query });
  if (response.ok) return response.text();
  throw new CallError(browserError('BAD_RESPONSE', `Roster responded with status ${response.status}.`));
}

/** The lines after the header, without the apostrophe before what a spreadsheet would run. */
export const parseEmails = (csv: string): string[] =>
  csv
    .split('\r\n')
    .slice(1)
    .map((line) => line.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'))
    .map(restoreFormula)
    .filter(Boolean);
