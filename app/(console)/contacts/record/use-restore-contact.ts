import { useRouter } from 'next/navigation';
import type { CallError } from '@/components/hooks/call-error';
import { leavePage } from '@/components/hooks/leave-page';
import { useOperation } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';

/** Returns a function that restores a contact from the trash and shows the outcome, also a failure, as a toast. */
export function useRestoreContact() {
  const router = useRouter();
  /** Asks before leaving, because the person may be typing on another page by then. */
  const open = (id: string) => ({
    label: 'Open',
    onClick: () => leavePage(() => router.push(`/contacts/${id}`)),
  });
  const { mutateAsync, isPending } = useOperation('restoreContacts');

  async function restore(id: string, name: string): Promise<void> {
    try {
      const { count, conflicts, newIds } = await mutateAsync({ body: { ids: [id] } });
      const [conflict] = conflicts;
      if (conflict)
        toast.error(`${name} stays in the trash`, {
          description: `Another contact now has its ${conflict.path}.`,
          action: open(conflict.contactId),
        });
      else if (count === 0) toast.error(`${name} is no longer in the trash`);
      else toast.success(`Restored ${name}`, { action: open(newIds?.[id] ?? id) });
    } catch (error) {
      toast.failed(`Could not restore ${name}`, error as CallError, () => void restore(id, name));
    }
  }
  return { restore, isPending };
}
