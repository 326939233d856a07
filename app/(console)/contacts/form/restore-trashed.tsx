import { useQuery } from '@tanstack/react-query';
import type { Topic } from '@/components/hooks/console-operations';
import { useCan } from '@/components/hooks/use-can';
import { fetchRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { TrashedContact } from '@/lib/contract/trash';
import { useRestoreContact } from '../record/use-restore-contact';

/**
 * Contacts in the trash that have the email or phone of a new contact; `[]` unless the preview would create one and the
 * person may restore.
 */
export function useTrashed(preview: ContactPreview | null): TrashedContact[] {
  const mayRestore = useCan('restoreContacts');
  const { email = null, phone = null } = preview?.outcome === 'create' ? preview : {};
  const { data = [] } = useQuery({
    queryKey: ['contacts' satisfies Topic, 'trashed', email, phone],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        [email, phone].filter(Boolean).map((address) => {
          const query = { search: address ?? '', pageSize: '25' };
          return fetchRead('listTrash', { query }, signal);
        }),
      );
      const found = pages.flatMap(({ data }) => data);
      const same = found.filter((one) => (email && one.email === email) || (phone && one.phone === phone));
      return same.filter((one, index) => same.findIndex(({ id }) => id === one.id) === index);
    },
    enabled: mayRestore && Boolean(email || phone),
  });
  return data;
}

/** Names contacts in the trash that have the typed email or phone, each with a button that restores it. */
export function RestoreTrashed({ trashed, email }: { trashed: TrashedContact[]; email: string | null }) {
  const { restore, isPending } = useRestoreContact();
  return trashed.map((contact) => (
    <div key={contact.id} className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{contactName(contact)}</bdi> in the trash has this{' '}
        {email && contact.email === email ? 'email' : 'phone'}. Deleted{' '}
        <RelativeTime at={contact.deletedAt} />.
      </p>
      <Button size="sm" pending={isPending} onClick={() => void restore(contact.id, contactName(contact))}>
        Restore it
      </Button>
    </div>
  ));
}
