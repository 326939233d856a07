import { ownBulkChanges } from '@/app/data/bulk-changes/own-bulk-changes';
import { lacking, pagePatience } from '@/app/service-view';
import type { SignedIn } from '@/app/session';
import { may } from '@/lib/staff/roles';
import { isInterrupted } from './bulk-change-queries';
import { OfferToGoOn } from './offer-to-go-on';

/** On every page: offers to go on with what was interrupted, where anything may have been. No page waits for it. */
export function InterruptedBulkChanges({ signedIn }: { signedIn: SignedIn }) {
  if (lacking().createBulkChange || !may(signedIn.staff.role, 'contacts:write')) return null;
  return <OfferToGoOn interrupted={areAnyInterrupted(signedIn)} />;
}

async function areAnyInterrupted(signedIn: SignedIn): Promise<boolean> {
  const changes = await ownBulkChanges(signedIn, pagePatience()).catch(() => null);
  return changes?.ok === true && changes.data.some(isInterrupted);
}
