import { NotFoundMessage } from '@/app/page-not-found';
import { capabilities } from '@/app/server/service-view';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';

export default function ContactNotFound() {
  const trash = (
    <Link href="/contacts/trash" className={buttonClasses()}>
      Open trash
    </Link>
  );
  return <NotFoundMessage what="Contact" href="/contacts" more={capabilities().listTrash ? trash : null} />;
}
