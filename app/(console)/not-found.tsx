import NotFound from '../not-found';
import { PageNotFound } from '../page-not-found';
import { signedInStaff } from '../session';

/** The frame of the console stays around it, where somebody is signed in. */
export default async function NotFoundInConsole() {
  return (await signedInStaff()) ? <PageNotFound /> : <NotFound />;
}
