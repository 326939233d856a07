import { BATCH_LIMIT, batchReport } from '../lib/contract/contact-batch';
import type { Api } from './call-api';
import { dataOf, unique } from './contact-journey';

/**
 * Creates contacts `Ann 001`, `Ann 002`, … of a unique company, with emails `ann.1@` and so on at its domain. Returns the
 * company's name.
 */
export async function makeCompany(
  api: Api,
  count: number,
  segmentIdsOf: (n: number) => string[] = () => [],
): Promise<string> {
  const company = unique('Corp');
  const contacts = Array.from({ length: count }, (_, index) => ({
    email: emailAt(company, `ann.${index + 1}`),
    firstname: 'Ann',
    lastname: String(index + 1).padStart(3, '0'),
    company,
    segmentIds: segmentIdsOf(index + 1),
  }));
  for (let from = 0; from < count; from += BATCH_LIMIT)
    dataOf(
      batchReport,
      await api('POST', '/contacts/batch', { contacts: contacts.slice(from, from + BATCH_LIMIT) }),
    );
  return company;
}

export const emailAt = (company: string, local: string) => `${local}@${company.toLowerCase()}.example`;
