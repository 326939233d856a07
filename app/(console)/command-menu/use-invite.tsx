import type { ReactElement } from 'react';
import { ShownOnce } from '@/components/form/shown-once';
import { useAction } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { MadeLink } from '@/lib/staff/staff';
import { invite } from '../settings/team/team-actions';

/**
 * Returns a function that invites a person and copies the link, with `show`, which copies the link of an invitation. If the
 * browser does not copy, `onOpen` gets a dialog that shows it.
 */
export function useInvite(onOpen: (dialog: ReactElement | null) => void) {
  async function show({ email, code, sent }: MadeLink): Promise<void> {
    const link = `${window.location.origin}/join?code=${code}`;
    try {
      await navigator.clipboard.writeText(link);
      onOpen(null);
      const words = sent
        ? 'The link was emailed to them, and is copied.'
        : 'The link is copied. Send it to them.';
      toast.success(`Invited ${email}`, { description: words });
    } catch {
      const description = 'Send them this link. It works once, for 7 days, and will not be shown again.';
      const close = () => onOpen(null);
      onOpen(
        <ShownOnce
          title={`Invitation for ${email}`}
          description={description}
          label="Link"
          value={link}
          onClose={close}
        />,
      );
    }
  }
  const { mutate } = useAction(invite, ['team'], {
    onSuccess: show,
    onError: (error, { email }) => toast.failed(`Could not invite ${email}`, error),
  });
  return Object.assign(mutate, { show });
}
