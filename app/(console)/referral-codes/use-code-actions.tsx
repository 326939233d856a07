import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useOperation } from '@/components/hooks/use-operation';
import { readOptions } from '@/components/hooks/use-read';
import { toast } from '@/components/ui/toast';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { CodeDialog, type CodeDialogProps } from './code-dialog';

/** Functions that create or edit a code in a dialog, or turn one on or off, and that dialog. */
export function useCodeActions() {
  const queryClient = useQueryClient();
  const { mutateAsync: update } = useOperation('updateReferralCode');
  const [open, setOpen] = useState<Pick<CodeDialogProps, 'code' | 'referrer'> | null>(null);
  return {
    create: () => setOpen({}),
    edit: useCallback(
      async (code: ReferralCode) => {
        const { referrerId: id } = code;
        const read = id && queryClient.ensureQueryData(readOptions('getContact', { id }));
        const referrer = read ? await read.catch(() => null) : null;
        setOpen({ code, referrer: referrer?.data });
      },
      [queryClient],
    ),
    turn: useCallback(
      ({ id, code, active }: ReferralCode) =>
        update({ id, body: { active: !active } }).then(
          () => toast.success(`Turned ${active ? 'off' : 'on'} ${code}`),
          (error) => toast.failed(`Could not turn ${active ? 'off' : 'on'} ${code}`, error),
        ),
      [update],
    ),
    dialog: open ? <CodeDialog {...open} onClose={() => setOpen(null)} /> : null,
  };
}
