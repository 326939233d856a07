'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useMay } from '@/app/(console)/console-providers';
import { countOf } from '@/components/data-table/format-count';
import { callAction } from '@/components/form/call-action';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { loadSampleData } from './sample-data-action';

/** Offers sample data to those who may load it. */
export function LoadSampleData() {
  const mayLoad = useMay('sample-data:load');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callAction(loadSampleData, undefined),
    onSuccess: ({ count }) => toast.success(`${countOf(count, 'sample contact')} loaded`),
    onError: ({ message }) => toast.error('Could not load sample data', { description: message }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  if (!mayLoad) return null;
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      <Sparkles aria-hidden className="text-muted" />
      Load sample data
    </Button>
  );
}
