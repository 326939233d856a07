'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '@/app/(console)/console-providers';
import { countOf } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { NO_ANSWER } from '../action-failure';
import { loadSampleData } from './sample-data-action';

/** Offers sample data to those who may load it. */
export function LoadSampleData() {
  const mayLoad = useMay('sample-data:load');
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  if (!mayLoad) return null;

  async function load() {
    setPending(true);
    const result = await loadSampleData(undefined).catch(() => NO_ANSWER);
    // Whatever the answer was: it may be another one's sample data that is there now.
    await queryClient.invalidateQueries();
    setPending(false);
    if (result.ok) toast.success(`${countOf(result.data.count, 'sample contact')} loaded`);
    else toast.error('No sample data was loaded', { description: result.error.message });
  }

  return (
    <Button pending={pending} onClick={load}>
      <Sparkles aria-hidden className="text-muted" />
      Load sample data
    </Button>
  );
}
