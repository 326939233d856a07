import { expect, type Page } from '@playwright/test';
import type { SegmentCounts } from '../lib/contract/bulk-change';
import { tray, wholePage, written } from './contacts-page';
import { test as base } from './signed-in';
import { callApi, createContacts, type Place } from './table-contacts';

/** A company with contacts of its own: other journeys of this worker work in the same organization. */
export class Company {
  constructor(
    readonly place: Pick<Place, 'program' | 'service'>,
    readonly name: string,
  ) {}

  /** Makes contacts `Ann 0001`, `Ann 0002`, … of it, in the segments that `segmentIdsOf` says. */
  async make(count: number, segmentIdsOf: (n: number) => string[] = () => []): Promise<void> {
    const contacts = Array.from({ length: count }, (_, index) => ({
      email: this.email(`ann.${index + 1}`),
      firstname: 'Ann',
      lastname: String(index + 1).padStart(4, '0'),
      company: this.name,
      segmentIds: segmentIdsOf(index + 1),
    }));
    await createContacts(this.place, contacts);
  }

  email(local: string): string {
    return `${local}@${this.name.toLowerCase()}.example`;
  }

  /** Makes a segment of the title and its name; returns the id. */
  async makeSegment(title: string): Promise<string> {
    const body = { title: `${title} ${this.name}` };
    return (await callApi<{ id: string }>(this.place, 'POST', '/segments', body)).data.id;
  }

  /** How many contacts of it there are, in the segment or at all. */
  async count(segmentId?: string): Promise<number> {
    const filter = { search: this.name, ...(segmentId && { segmentId: [segmentId] }) };
    const { data } = await callApi<SegmentCounts>(this.place, 'POST', '/contacts/segment-counts', { filter });
    return data.total;
  }

  /** Selects all that the page lists of it, which are so many. */
  async selectAll(page: Page, count: number): Promise<void> {
    await wholePage(page).check();
    await page.getByRole('button', { name: `Select all ${written(count)} matching` }).click();
    await expect(tray(page)).toContainText(`All ${written(count)} matching “${this.name}” selected`);
  }
}

/** A journey of the administrator, with a company that nobody else works in. */
export const test = base.extend<{ company: Company }>({
  company: ({ program, service }, use, { workerIndex }) =>
    use(new Company({ program, service }, `Bulkcorp${workerIndex}${Date.now()}`)),
});

export { expect } from './signed-in';
