import type { Dialog } from '@base-ui/react/dialog';

/** Whether what closes a dialog is the second press of a double click, of which the first has opened it. */
export const isSecondPress = ({ reason, event }: Dialog.Root.ChangeEventDetails): boolean =>
  reason === 'outside-press' && 'detail' in event && event.detail > 1;
