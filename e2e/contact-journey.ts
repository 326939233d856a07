import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { z } from 'zod';
import { type Contact, contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import type { Answer, Api } from './call-api';

/** Makes a word unique, because all journeys share an organization and some run twice. */
let number = Date.now();
export function unique(word: string): string {
  number += 1;
  return `${word}-${number.toString(36)}`;
}

/** A unique phone number in Berlin, with spaces. */
export function uniquePhone(): string {
  number += 1;
  return `+49 30 ${String(number).slice(-7)}`;
}

/** Expects success and parses the data of the answer. */
export function dataOf<S extends z.ZodType>(schema: S, { status, body }: Answer): z.output<S> {
  expect(status).toBeLessThan(300);
  return schema.parse((body as { data: unknown }).data);
}

export const makeContact = async (api: Api, body: object) =>
  dataOf(contact, await api('POST', '/contacts', body));

/** Creates a segment whose title begins with the word. */
export const makeSegment = async (api: Api, word: string) =>
  dataOf(segment, await api('POST', '/segments', { title: unique(word) }));

/** A form field by its label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Chooses an item from the menu of a contact. */
export async function chooseAction(page: Page | Locator, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Opens the name fields in the header of a contact. */
export const editName = (page: Page | Locator) => page.getByRole('button', { name: 'Edit name' }).click();

/** The form's preview of a save. */
export const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview' });

/** Reads the current version of a contact from the service. */
export async function stored(api: Api, { id }: Contact): Promise<Contact> {
  return dataOf(contact, await api('GET', `/contacts/${id}`));
}

/** Loses the response to the next save, which still reaches the server. */
export async function loseAnswer(page: Page): Promise<void> {
  let lost = false;
  const lose = async (route: Route) => {
    if (lost || !route.request().postData()?.includes('"body"')) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  };
  await page.route(/\/(contacts|segments)/, lose);
}
