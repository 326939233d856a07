import type { Action } from '@/components/hooks/call-action';
import { useAction } from '@/components/hooks/use-act';
import { toast } from '@/components/ui/toast';

/** Changes the team and reports failures in a toast. */
export const useTeamChange = <I, T>(action: Action<I, T>) =>
  useAction(action, ['team'], { onError: (error) => toast.failed(null, error) });
