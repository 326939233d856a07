import { test as base } from './journey';

/** A journey of the administrator, who is signed in already: once for each worker, as people are. */
export const test = base.extend({
  storageState: ({ session }, use) => use(session),
});

export { expect } from './journey';
