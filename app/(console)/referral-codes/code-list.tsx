'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SegmentsById, useSegmentsById } from '@/components/contacts/contact-segments';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { readOptions, useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { codeColumns } from './code-columns';
import { CodeDialog, type CodeDialogProps } from './code-dialog';

/** Rows rendered at once. */
const STEP = 100;
/** The referral codes with search, `STEP` rows at a time, to create, edit and switch on or off. */
export function CodeList() {
  const queryClient = useQueryClient();
  const mayCreate = useCan('createReferralCode');
  const mayEdit = useCan('updateReferralCode');
  // Codes are redeemed outside the console at any time.
  const list = useRead('listReferralCodes', {}, { staleTime: 0 });
  const { data: codes } = list;
  const [open, setOpen] = useState<Pick<CodeDialogProps, 'code' | 'referrer'> | null>(null);
  const [words, setWords] = useState('');
  const [most, setMost] = useState(STEP);

  const { mutateAsync: update } = useOperation('updateReferralCode');
  const columns = useMemo(
    () =>
      codeColumns({
        mayEdit,
        async onEdit(code) {
          const { referrerId: id } = code;
          const read = id && queryClient.ensureQueryData(readOptions('getContact', { id }));
          const referrer = read ? await read.catch(() => null) : null;
          setOpen({ code, referrer: referrer?.data });
        },
        onSwitch: ({ id, code, active }) =>
          update({ id, body: { active: !active } }).then(
            () => toast.success(`Turned ${active ? 'off' : 'on'} ${code}`),
            (error) => toast.failed(`Could not switch ${active ? 'off' : 'on'} ${code}`, error),
          ),
      }),
    [mayEdit, queryClient, update],
  );
  const wanted = words.trim().toLowerCase();
  const found = codes?.filter(({ code, label }) => `${code}\n${label ?? ''}`.toLowerCase().includes(wanted));
  return (
    <SegmentsById value={useSegmentsById()}>
      <ResourceList
        title="Referral codes"
        collectionName="The referral codes"
        query={list}
        columns={columns}
        rows={found?.slice(0, most)}
        total={codes?.length}
        add={mayCreate ? { label: 'Create code', onClick: () => setOpen({}) } : undefined}
        empty={{
          icon: Ticket,
          title: 'No referral codes yet',
          text: 'See who came through a campaign or a friend, and assign segments to them.',
        }}
        search={{
          words,
          onSearch(text) {
            setWords(text);
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
        {open ? <CodeDialog {...open} onClose={() => setOpen(null)} /> : null}
      </ResourceList>
    </SegmentsById>
  );
}
