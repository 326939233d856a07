import type { Browser } from '@playwright/test';
import type { ContactUpsert } from '../lib/contract/contact';
import { BATCH_LIMIT } from '../lib/contract/contact-batch';
import type { PageMeta } from '../lib/contract/page';
import type { Program } from './program';
import { callService, type Service } from './service';
import type { Session } from './sign-in';

/** What a file of journeys shares of its worker. */
export interface Place {
  program: Program;
  service: Service;
  browser: Browser;
  session: Session;
}

interface Made<T> {
  status: number;
  data: T;
  /** Of a list in pages. */
  meta: PageMeta;
}

/** Calls the service; for what a whole file of journeys shares, made before its first. */
export async function callApi<T>(
  { program, service }: Pick<Place, 'program' | 'service'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Made<T>> {
  const answer = await callService(service, program, method, path, body);
  return { status: answer.status, ...(answer.body as { data: T; meta: PageMeta }) };
}

/** Makes contacts of a Roster, as many in a call as it takes. */
export async function createContacts(
  place: Pick<Place, 'program' | 'service'>,
  contacts: ContactUpsert[],
): Promise<void> {
  for (let start = 0; start < contacts.length; start += BATCH_LIMIT) {
    const batch = contacts.slice(start, start + BATCH_LIMIT);
    const { data } = await callApi<{ created: number }>(place, 'POST', '/contacts/batch', {
      contacts: batch,
    });
    if (data.created !== batch.length)
      throw new Error(`Of ${batch.length} contacts, ${data.created} are new.`);
  }
}

/**
 * Makes `count` contacts named `Ann 001`, `Ann 002`, … of the company `company`; every third one is in the segment.
 * Where the console works on a copy they are made through the console, which has seen them by that.
 */
export async function makeContacts(
  place: Place,
  { count, company, segmentId }: { count: number; company: string; segmentId?: string },
): Promise<void> {
  const contacts = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return {
      email: `ann.${number}@${company.toLowerCase()}.example`,
      firstname: 'Ann',
      lastname: number,
      company,
      segmentIds: segmentId && index % 3 === 2 ? [segmentId] : [],
    };
  });
  if (!place.service.fake) return createContacts(place, contacts);
  const save = await throughConsole(place);
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(contacts.slice(start, start + AT_ONCE).map(save));
}

/** Of what is saved through the console. */
const AT_ONCE = 10;

type Save = (body: ContactUpsert) => Promise<void>;

/** Saves as the form does: one is filled in and sent, and what it sent is sent again for the others. */
async function throughConsole({ program, browser, session }: Place): Promise<Save> {
  const context = await browser.newContext({ baseURL: program.url, storageState: session });
  const page = await context.newPage();
  await page.goto('/contacts/new');
  await page.getByLabel('Email', { exact: true }).fill('the.form@example.com');
  const sending = page.waitForRequest((request) => 'next-action' in request.headers());
  await page.getByRole('button', { name: 'Create contact' }).click();
  const sent = await sending;
  await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/);
  const headers = await sent.allHeaders();
  await context.close();
  const { cookie = '', origin = program.url } = headers;
  return async (body) => {
    const response = await fetch(sent.url(), {
      method: 'POST',
      headers: {
        cookie,
        origin,
        accept: 'text/x-component',
        'content-type': 'text/plain;charset=UTF-8',
        'next-action': headers['next-action'] ?? '',
        'next-router-state-tree': headers['next-router-state-tree'] ?? '',
      },
      body: JSON.stringify([{ body }]),
    });
    const text = await response.text();
    if (!text.includes('"kind":"created"')) throw new Error(`A contact was answered with ${text}`);
  };
}
