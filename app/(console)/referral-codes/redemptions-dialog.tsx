'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { countOf } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { contactName } from '../contacts/contact-name';
import { ReadFailed } from '../read-failed';
import { codeRedemptionsOptions } from './code-queries';

/** Who redeemed a code, and when. */
export function RedemptionsDialog({ code, onClose }: { code: ReferralCode; onClose(): void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    codeRedemptionsOptions(code.id),
  );
  const redemptions = data?.pages.flatMap((page) => page.data);
  const unlisted = redemptions && !hasNextPage ? code.redemptionCount - redemptions.length : 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={countOf(code.redemptionCount, 'redemption')}
      description={
        <code dir="auto" className="font-mono break-all">
          {code.code}
        </code>
      }
    >
      {error && !redemptions ? (
        <ReadFailed what="The redemptions" error={error} onRetry={() => refetch()} />
      ) : (
        <ul aria-label="Redemptions" aria-busy={!redemptions} className="flex flex-col border-t border-line">
          {redemptions?.map(({ contact, redeemedAt }) => {
            const name = contactName(contact);
            const also = [contact.email, contact.phone].find((text) => text && text !== name);
            return (
              <li
                key={contact.id}
                className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1.5"
              >
                <div className="min-w-0">
                  <Link
                    href={`/contacts/${contact.id}`}
                    dir="auto"
                    className="block truncate font-medium text-accent underline-offset-2 hover:underline"
                  >
                    {name}
                  </Link>
                  {also ? (
                    <p dir="auto" className="truncate text-sm text-muted">
                      {also}
                    </p>
                  ) : null}
                </div>
                <span className="shrink-0 text-sm text-muted">
                  <RelativeTime at={redeemedAt} />
                </span>
              </li>
            );
          }) ?? (
            <li className="py-3">
              <Skeleton className="w-2/3" />
            </li>
          )}
        </ul>
      )}
      {hasNextPage ? (
        <Button className="mt-3" pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      ) : null}
      {unlisted > 0 ? (
        <p className="pt-3 text-sm text-muted">
          {countOf(unlisted, 'contact')} {unlisted === 1 ? 'was' : 'were'} deleted
        </p>
      ) : null}
    </Dialog>
  );
}
