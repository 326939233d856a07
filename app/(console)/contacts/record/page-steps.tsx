import { useRouter } from 'next/navigation';
import { leaveList, listPlace } from '@/app/(console)/list-place';
import { leavePage } from '@/components/form/leave-page';
import { ContactSteps } from './contact-steps';

/** The steps of a contact's page. */
export function PageSteps({ id }: { id: string }) {
  const router = useRouter();
  const place = listPlace();
  if (!place) return null;
  const open = (row: string) =>
    leavePage(() => {
      leaveList({ ...place, row });
      // Back leads to the list, however many were looked at.
      router.replace(`/contacts/${row}`);
    });
  return <ContactSteps id={id} rows={place.rows} keys={place.keys} onOpen={open} />;
}
