import { useQuery } from '@tanstack/react-query';
import { useOffered } from '@/app/(console)/console-providers';
import { readData } from '@/app/data/read-data';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { TrashedContact } from '@/lib/contract/trash';
import { contactName } from '../contact-name';
import { contactKeys } from '../contact-queries';
import { useRestoreContact } from '../record/use-restore-contact';

/** Contacts in the trash with the email or phone of a new contact. */
export function useTrashed(preview: ContactPreview | null): TrashedContact[] {
  const mayRestore = useOffered('contacts:delete', 'restoreContacts');
  const { email = null, phone = null } = preview?.outcome === 'create' ? preview : {};
  const { data = [] } = useQuery({
    queryKey: [...contactKeys.contacts, 'trash', 'with', email, phone],
    queryFn: async (context) => {
      const pages = await Promise.all(
        [email, phone].filter(Boolean).map((address) => {
          const query = new URLSearchParams({ search: address ?? '', pageSize: '25' });
          return readData<TrashedContact[]>(`/data/trash?${query}`, context);
        }),
      );
      const found = pages.flat();
      const same = found.filter((one) => (email && one.email === email) || (phone && one.phone === phone));
      return same.filter((one, index) => same.findIndex(({ id }) => id === one.id) === index);
    },
    enabled: mayRestore && Boolean(email || phone),
  });
  return data;
}

export function RestoreTrashed({ trashed, email }: { trashed: TrashedContact[]; email: string | null }) {
  const restore = useRestoreContact();
  return trashed.map((contact) => (
    <div key={contact.id} className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{contactName(contact)}</bdi> in the trash has this{' '}
        {email && contact.email === email ? 'email' : 'phone'}. Deleted{' '}
        <RelativeTime at={contact.deletedAt} />.
      </p>
      <Button size="sm" pending={restore.isPending} onClick={() => restore.mutate(contact)}>
        Restore it
      </Button>
    </div>
  ));
}
