import { test as base } from './journey';

/** A journey of the administrator, who is signed in already. */
export const test = base.extend({
  context: async ({ context, signedIn }, use) => {
    await context.addCookies(signedIn('admin'));
    await use(context);
  },
});

export { expect } from './journey';
