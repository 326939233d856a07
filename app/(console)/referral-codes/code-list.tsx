'use client';

import { Ticket } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { SegmentsById, useSegmentsById } from '@/components/contacts/contact-segments';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { codeColumns } from './code-columns';
import { type CodeSort, codeSorts, findCodes } from './code-sort';
import { useCodeActions } from './use-code-actions';

/** Rows rendered at once. */
const STEP = 100;

const parameters = {
  search: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(codeSorts).withDefault('-createdAt'),
};

/** The referral codes with search and sort, `STEP` rows at a time, to create, edit and turn on or off. */
export function CodeList() {
  const mayCreate = useCan('createReferralCode');
  const mayEdit = useCan('updateReferralCode');
  // Codes are redeemed outside the console at any time.
  const list = useRead('listReferralCodes', {}, { staleTime: 0 });
  const { data: codes } = list;
  const [{ search, sort }, setState] = useQueryStates(parameters, { history: 'replace' });
  const [most, setMost] = useState(STEP);
  const { create, edit, turn, dialog } = useCodeActions();
  const columns = useMemo(() => codeColumns({ mayEdit, onEdit: edit, onTurn: turn }), [mayEdit, edit, turn]);
  const found = useMemo(() => codes && findCodes(codes, search, sort), [codes, search, sort]);
  const uses = codes?.reduce((sum, { redemptionCount }) => sum + redemptionCount, 0) ?? 0;
  return (
    <SegmentsById value={useSegmentsById()}>
      <ResourceList
        title="Referral codes"
        description={codes && codes.length > 0 ? formatCountOf(uses, 'use') : undefined}
        collectionName="The referral codes"
        query={list}
        columns={columns}
        rows={found?.slice(0, most)}
        total={codes?.length}
        sort={sort}
        onSort={(sort) => void setState({ sort: sort as CodeSort })}
        add={mayCreate ? { label: 'Create code', onClick: create } : undefined}
        empty={{
          icon: Ticket,
          title: 'No referral codes yet',
          text: 'See who came through a campaign or a friend, and assign segments to them.',
        }}
        search={{
          words: search,
          onSearch(words) {
            void setState({ search: words || null });
            setMost(STEP);
          },
          found: found?.length,
          itemName: 'referral code',
        }}
        foot={
          found && found.length > most ? (
            <div className="px-4 pt-4 md:px-6">
              <Button onClick={() => setMost(most + STEP)}>Show more</Button>
            </div>
          ) : null
        }
      >
        {dialog}
      </ResourceList>
    </SegmentsById>
  );
}
