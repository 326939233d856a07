import type { ServiceView } from '@/app/(console)/service-queries';

/** What deleting means at a service that has no trash. Undo needs to know what was deleted. */
export function withoutTrash(count: number, lacking: ServiceView['lacking']): string {
  if (lacking.listActivity) return 'This service has no trash: this cannot be undone.';
  return count === 1
    ? 'This service has no trash: Undo creates the contact anew, with a new id and without its redeemed codes.'
    : 'This service has no trash: Undo creates the contacts anew, with new ids and without their redeemed codes.';
}
