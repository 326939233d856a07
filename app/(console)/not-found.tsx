import { NoSuchPage } from '../no-such-page';
import NotFound from '../not-found';
import { signedInStaff } from '../session';

/** The frame of the console stays around it, where somebody is signed in. */
export default async function NotFoundInConsole() {
  return (await signedInStaff()) ? <NoSuchPage /> : <NotFound />;
}
