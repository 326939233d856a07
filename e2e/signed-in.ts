import { test as base } from './journey';

/** A journey that starts signed in as admin. */
export const test = base.extend({
  context: async ({ context, signedIn }, use) => {
    await context.addCookies(signedIn('admin'));
    await use(context);
  },
});

export { expect } from './journey';
