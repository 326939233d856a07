import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NO_ANSWER } from '@/components/form/call-action';
import type { Segment } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';
import { createSegment } from './segment-actions';
import { segmentListOptions } from './segment-queries';

/** Result of creating a segment in place. */
type CreatedSegment = { ok: true; segment: Segment } | { ok: false; message: string };

/** Creates a segment for a picker; uses the existing one if someone else has just created it. */
export function useCreateSegment(): (title: string) => Promise<CreatedSegment> {
  const queryClient = useQueryClient();
  return useCallback(
    async (title) => {
      const options = segmentListOptions();
      const result = await createSegment({ title }).catch(() => ({ ok: false as const, error: NO_ANSWER }));
      if (result.ok) {
        const created: Segment = result.data;
        queryClient.setQueryData(options.queryKey, (before) => [...(before ?? []), created]);
        void queryClient.invalidateQueries({ queryKey: options.queryKey });
        return { ok: true, segment: created };
      }
      const segments = await queryClient.fetchQuery({ ...options, staleTime: 0 }).catch(() => []);
      const existing = segments.find((segment) => isDuplicateTitle(segment.title, title));
      if (existing) return { ok: true, segment: existing };
      return { ok: false, message: result.error.details[0]?.message ?? result.error.message };
    },
    [queryClient],
  );
}
