import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { leavePage } from '@/components/form/leave-page';
import { toast } from '@/components/ui/toast';
import { contactName } from '../contact-name';
import { whoseTheyAre } from './contact-form-conflict';
import type { ContactValues } from './contact-form-values';
import type { Refusal, VersionedContact } from './contact-save';

/** What was typed into a contact form whose save was refused after somebody had left it. */
export interface ContactDraft {
  base: VersionedContact | undefined;
  values: ContactValues;
  refusal: Refusal;
}

/** The draft that the form of this contact (of a new one without an id) is to go on with. Never read from anywhere. */
export function draftOptions(id: string | undefined) {
  return queryOptions<ContactDraft | null>({
    queryKey: ['contact-draft', id ?? 'new'],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Says on whichever page that a save was refused; the way back to what was typed stays until it is closed. */
export function offerDraft(draft: ContactDraft, queryClient: QueryClient, go: (path: string) => void): void {
  // A contact that is gone has no page: what was typed can become a new one.
  const next: ContactDraft = draft.refusal.kind === 'gone' ? { ...draft, base: undefined } : draft;
  const id = next.base?.contact.id;
  const who = draft.base ? contactName(draft.base.contact) : 'The new contact';
  const isLost = draft.refusal.kind === 'error' && draft.refusal.error.status === 0;
  toast.error(isLost ? `${who} may be saved or not` : `${who} was not saved`, {
    description: whyRefused(draft.refusal),
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: 'Go on editing',
      onClick: () =>
        leavePage(() => {
          queryClient.setQueryData(draftOptions(id).queryKey, next);
          go(id ? `/contacts/${id}` : '/contacts/new');
        }),
    },
  });
}

function whyRefused(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'stale':
      return 'Somebody else changed the contact meanwhile.';
    case 'gone':
      return 'The contact has been deleted meanwhile.';
    case 'conflict':
      return `Conflict: ${whoseTheyAre(refusal.owners) || 'email or phone belong to another contact'}.`;
    case 'overtaken':
      return 'Saving would no longer do what the form said.';
    case 'error':
      return refusal.error.details[0]?.message ?? refusal.error.message;
  }
}
