'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import { failureText, NO_ANSWER } from '../../contacts/action-failure';
import { isUp, type ServiceView, serviceKeys } from '../../service-queries';
import { checkConnection, refreshCopy } from './connection-actions';

/** Checks the connection, or begins to read the copy anew; what comes of it is seen at once. */
export function useConnectionActions() {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<'check' | 'refresh' | null>(null);

  async function run(name: 'check' | 'refresh', work: typeof checkConnection): Promise<ServiceView | null> {
    setPending(name);
    const result = await work(undefined).catch(() => NO_ANSWER);
    setPending(null);
    if (result.ok) {
      queryClient.setQueryData(serviceKeys.service, result.data);
      return result.data;
    }
    toast.error(failureText(result.error));
    return null;
  }

  async function check() {
    const connection = (await run('check', checkConnection))?.connection;
    if (!connection) return;
    if (isUp(connection)) toast.success('The contacts service answers.');
    else if (connection.state === 'unknown') toast.error('The contacts service has not answered yet.');
    else toast.error(connection.lastError?.message ?? 'The contacts service cannot be reached.');
  }

  return { check, refresh: () => run('refresh', refreshCopy), pending };
}
