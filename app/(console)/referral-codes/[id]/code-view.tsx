'use client';

import { Copy, Ticket, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import type { TableView } from '@/components/data-table/table-view';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { formatCountOf } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { copyText } from '@/components/ui/copy-text';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { ContactsTable, useContactList } from '../../contacts/list/contacts-table';
import { PeopleTabs } from '../../segments/people-tabs';
import { CodeMenu, ExpiryDay, ReferrerLink, StateBadge } from '../code-columns';
import { codeState, formatUses } from '../code-state';
import { useCodeActions } from '../use-code-actions';

const CodeGrowth = dynamic(() => import('./code-growth').catch(chunkLoadFailed));

interface CodeViewProps {
  id: string;
  /** Preferences of the contact table. */
  initialView: TableView;
}

/** The page of a referral code: what it does, who redeemed it, and its uses over time. */
export function CodeView({ id, initialView }: CodeViewProps) {
  // Codes are redeemed outside the console at any time.
  const list = useRead('listReferralCodes', {}, { staleTime: 0 });
  const code = list.data?.find((one) => one.id === id);
  return (
    <ReadBoundary collectionName="The referral code" query={list}>
      {code ? (
        <LoadedCode code={code} initialView={initialView} />
      ) : list.data ? (
        <EmptyState icon={Ticket} title="Referral code not found" />
      ) : null}
    </ReadBoundary>
  );
}

/** Heading with actions, and a tab each for the contacts and, if the service tells them, the uses. */
function LoadedCode({ code: one, initialView }: { code: ReferralCode } & Pick<CodeViewProps, 'initialView'>) {
  const { id, code, redemptionCount } = one;
  const mayEdit = useCan('updateReferralCode');
  const grows = useCan('getCodeGrowth');
  const { edit, turn, dialog } = useCodeActions();
  const fixed = { referralCode: code };
  const people = (
    <ContactsTable
      contacts={useContactList(initialView, fixed)}
      within={{
        filter: fixed,
        title: code,
        empty: (
          <EmptyState icon={Users} title="Nobody yet">
            {codeState(one) === 'Active'
              ? 'Share the code, or redeem it on a contact.'
              : 'Nobody has redeemed this code.'}
          </EmptyState>
        ),
      }}
    />
  );
  return (
    <>
      <PageHeader
        back={<BackLink to="/referral-codes" label="Back to referral codes" />}
        title={
          <span dir="auto" className="font-mono wrap-anywhere">
            {code}
          </span>
        }
        aside={<StateBadge code={one} />}
        description={<CodeFacts code={one} />}
        actions={
          <>
            <Button aria-label={`Copy code ${code}`} onClick={() => void copyText(code)}>
              <Copy aria-hidden className="text-muted" /> Copy code
            </Button>
            {mayEdit ? (
              <CodeMenu code={one} onEdit={(code) => void edit(code)} onTurn={(code) => void turn(code)} />
            ) : null}
          </>
        }
      />
      <PeopleTabs
        label="Referral code"
        people={people}
        growthLabel="Uses"
        growth={grows ? <CodeGrowth id={id} uses={redemptionCount} /> : null}
      />
      {dialog}
    </>
  );
}

/** What a code does in words, with links: its label, uses, last day, segments and referrer. */
function CodeFacts({ code: one }: { code: ReferralCode }) {
  const { data: segments = [] } = useSegments();
  const { label, segmentIds, redemptionCount, maxRedemptions, expiresAt, referrerId } = one;
  const added = segments.filter(({ id }) => segmentIds.includes(id));
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {label ? (
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {label}
        </span>
      ) : null}
      <span>
        {maxRedemptions === null
          ? `${formatCountOf(redemptionCount, 'use')}, no limit`
          : `${formatUses(one)} ${maxRedemptions === 1 ? 'use' : 'uses'}`}
      </span>
      {expiresAt ? (
        <span>
          {codeState(one) === 'Expired' ? 'Expired' : 'Valid through'} <ExpiryDay at={expiresAt} />
        </span>
      ) : null}
      {added.length > 0 ? (
        <span className="flex min-w-0 flex-wrap items-center gap-1">
          Adds
          {added.map((segment) => (
            <Link
              key={segment.id}
              href={`/segments/${segment.id}`}
              className="flex max-w-full min-w-0 rounded-md"
            >
              <SegmentChip {...segment} className="max-w-full!" />
            </Link>
          ))}
        </span>
      ) : null}
      {referrerId ? (
        <span className="flex min-w-0 items-center gap-1">
          Referrer <ReferrerLink id={referrerId} />
        </span>
      ) : null}
    </span>
  );
}
