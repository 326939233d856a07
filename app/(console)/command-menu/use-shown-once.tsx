import type { ReactElement } from 'react';
import { ShownOnce } from '@/components/form/shown-once';
import { useAction, useOperation } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { MadeLink } from '@/lib/staff/staff';
import { invite } from '../settings/team/team-actions';
import { ShownSecret } from '../settings/webhooks/shown-secret';

/** Shows a dialog in place of the menu; `null` closes it. */
type OnOpen = (dialog: ReactElement | null) => void;

/** Copies what is shown only once, and tells so in a toast. `onOpen` gets `dialog` if the browser does not copy. */
async function copyOnce(value: string, words: [string, string], dialog: ReactElement, onOpen: OnOpen) {
  const [title, description] = words;
  try {
    await navigator.clipboard.writeText(value);
    onOpen(null);
    toast.success(title, { description });
  } catch {
    onOpen(dialog);
  }
}

/** Returns a function that invites a person and copies the link, with `show`, which copies the link of an invitation. */
export function useInvite(onOpen: OnOpen) {
  function show({ email, code, sent }: MadeLink) {
    const link = `${window.location.origin}/join?code=${code}`;
    const copied = sent
      ? 'The link was emailed to them, and is copied.'
      : 'The link is copied. Send it to them.';
    const dialog = (
      <ShownOnce
        title={`Invitation for ${email}`}
        description="Send them this link. It works once, for 7 days, and will not be shown again."
        label="Link"
        value={link}
        onClose={() => onOpen(null)}
      />
    );
    return copyOnce(link, [`Invited ${email}`, copied], dialog, onOpen);
  }
  const { mutate } = useAction(invite, ['team'], {
    onSuccess: show,
    onError: (error, { email }) => toast.failed(`Could not invite ${email}`, error),
  });
  return Object.assign(mutate, { show });
}

/** Returns a function that adds a webhook for all events, and copies its signing secret. */
export function useAddWebhook(onOpen: OnOpen) {
  const { mutate } = useOperation('createWebhook', {
    onSuccess({ secret }) {
      const title = 'Webhook added';
      const dialog = <ShownSecret title={title} secret={secret} onClose={() => onOpen(null)} />;
      void copyOnce(secret, [title, 'Its signing secret is copied.'], dialog, onOpen);
    },
    onError: (error) => toast.failed('Could not add the webhook', error),
  });
  return (url: string) => mutate({ body: { url } });
}
