import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { call } from '../call-api';
import { heading } from '../contacts-page';
import { expect } from '../signed-in';

const folder = path.resolve(import.meta.dirname, '../../test-results/screenshots');
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 360, height: 740 };

const sizes = [desktop, phone];

/** Takes two pictures of the page at its present size: light and dark. */
export async function take(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page that is shown while Roster starts has no class.
    await expect(page.locator(`html.${colorScheme}, html:not([class])`)).toBeAttached();
    const file = path.join(folder, `${name}-${page.viewportSize()?.width}-${colorScheme}.png`);
    await page.screenshot({ path: file });
  }
}

/** Takes pictures of a page that cannot be opened twice, by size and theme. */
export async function takeResized(page: Page, name: string): Promise<void> {
  for (const size of sizes.toReversed()) {
    await page.setViewportSize(size);
    await take(page, name);
  }
}

/** Opens an address at each size, brings it into the state to show by `open`, and takes pictures of it. */
export async function show(
  page: Page,
  name: string,
  address: string,
  open?: (page: Page) => Promise<unknown>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    if (open) {
      await isHydrated(page);
      await open(page);
    }
    await take(page, name);
  }
  await page.setViewportSize(desktop);
}

/** Waits until React has taken over the heading: keys and clicks before are lost. */
async function isHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}

/** People with long names in four scripts. */
export const long = {
  arabic: {
    email: 'layla@example.ae',
    firstname: 'ليلى عبد الرحمن',
    lastname: 'المنصوري الهاشمي البغدادي',
    company: 'شركة الاتصالات المتكاملة المحدودة',
  },
  japanese: {
    email: 'hanako@example.jp',
    firstname: '花子',
    lastname: '山田',
    company: '株式会社日本総合研究所システム開発部',
  },
  russian: {
    email: 'ekaterina@example.ru',
    firstname: 'Екатерина',
    lastname: 'Воскресенская-Преображенская',
  },
  latin: {
    email: 'maximiliane.von.und.zu.hohenstein@rechtsanwaltskanzlei-hohenstein-partner.example',
    firstname: 'Maximiliane Friederike',
    lastname: 'Freifrau von und zu Hohenstein-Württemberg',
    jobtitle: 'Stellvertretende Abteilungsleiterin für Unternehmenskommunikation',
    company: 'Rechtsanwaltskanzlei Hohenstein, Württemberg & Partner mbB',
  },
};
type Named = keyof typeof long;

interface Made {
  id: string;
}

/** Ids of what `makeSamples` made. */
export interface Samples {
  segmentIds: string[];
  contactIds: Record<Named, string>;
}

/** Fills a program with the sample data, and with people with long names in five of its segments. */
export async function makeSamples(url: string): Promise<Samples> {
  await call(url, 'POST', '/sample-data');
  const segments = await call<Made[]>(url, 'GET', '/segments');
  const segmentIds = segments.data.map(({ id }) => id);
  const made = await Promise.all(
    Object.entries(long).map(async ([name, fields]) => {
      const body = { ...fields, segmentIds: segmentIds.slice(0, 5) };
      return [name, (await call<Made>(url, 'POST', '/contacts', body)).data.id] as const;
    }),
  );
  return { segmentIds, contactIds: Object.fromEntries(made) as Record<Named, string> };
}
