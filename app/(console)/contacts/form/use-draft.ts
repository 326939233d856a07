'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ContactDraft, draftOptions } from './contact-draft';

/**
 * Calls `takeUp` with what was typed into this form before, once somebody goes back to it: when the page is opened for
 * that, or while it is open. Returns how often that was.
 */
export function useDraft(id: string | undefined, takeUp: (draft: ContactDraft) => void): number {
  const queryClient = useQueryClient();
  const { data: draft } = useQuery(draftOptions(id));
  const [times, setTimes] = useState(0);
  const latest = useRef(takeUp);
  latest.current = takeUp;
  useEffect(() => {
    if (!draft) return;
    queryClient.setQueryData(draftOptions(id).queryKey, null);
    setTimes((before) => before + 1);
    latest.current(draft);
  }, [draft, id, queryClient, latest]);
  return times;
}
