import { signedInStaff } from '@/app/server/session';
import NotFound from '../not-found';
import { PageNotFound } from '../page-not-found';

/** Shown inside the console's frame if a person is signed in. */
export default async function NotFoundInConsole() {
  return (await signedInStaff()) ? <PageNotFound /> : <NotFound />;
}
