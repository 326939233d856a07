import { NotFoundMessage } from '@/app/page-not-found';
import { capabilities } from '@/app/server/service-view';
import { ButtonLink } from '@/components/ui/link';

/** Says that a contact was not found, with a link to the trash if there is one. */
export default function ContactNotFound() {
  const trash = <ButtonLink href="/contacts/trash">Open trash</ButtonLink>;
  return <NotFoundMessage what="Contact" href="/contacts" more={capabilities().listTrash ? trash : null} />;
}
