import type { Page } from '@playwright/test';
import type { Role } from '../lib/contract/role';
import { team } from './data-folders';
import { ADMIN } from './program';

/** Session cookies of the team member with this role, for `addCookies`. */
export function sessionAt(url: string, role: Role = 'admin') {
  return team()
    .signedIn[role].split('; ')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url };
    });
}

/** Signs in, as admin by default, and waits for the contacts. */
export async function signIn(page: Page, { url = '', email = ADMIN.email } = {}): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
}

/** The admin's sign-in form as a browser without JavaScript posts it. */
export async function signInForm(url: string, password: string): Promise<FormData> {
  const form = new FormData();
  const page = await (await fetch(`${url}/sign-in`)).text();
  const hidden = /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g;
  for (const [, name = '', value = ''] of page.matchAll(hidden))
    form.set(name, value.replaceAll('&quot;', '"'));
  form.set('email', ADMIN.email);
  form.set('password', password);
  return form;
}
