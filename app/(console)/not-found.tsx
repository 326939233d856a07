import NotFound from '../not-found';
import { PageNotFound } from '../page-not-found';
import { signedInStaff } from '../server/session';

/** Shown inside the console's frame if somebody is signed in. */
export default async function NotFoundInConsole() {
  return (await signedInStaff()) ? <PageNotFound /> : <NotFound />;
}
