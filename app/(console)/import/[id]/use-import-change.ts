import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callAction } from '@/components/hooks/call-action';
import type { CallError } from '@/components/hooks/call-error';
import { invalidate } from '@/components/hooks/use-operation';
import { existingSegments, newSegmentTitles } from '@/components/segments/new-segments';
import type { ContactImport, ImportFormat, ImportSettings } from '@/lib/contract/import';
import { changeImport } from '../import-actions';
import { importOptions } from '../import-queries';

interface Change {
  format?: ImportFormat;
  settings: ImportSettings;
}

/**
 * Format and settings of an import as chosen in the form. Each save includes all unsaved changes before it. Saves run in
 * sequence, and only the last one sends a request and plans the file.
 */
export function useImportChange(one: ContactImport) {
  const queryClient = useQueryClient();
  const { queryKey } = importOptions(one.id);
  const latest = useRef<Change | null>(null);
  const [draft, setDraft] = useState<Change | null>(null);
  const { mutate, error, isPending } = useMutation<ContactImport | null, CallError, Change>({
    scope: { id: `import-${one.id}` },
    mutationFn: async (change: Change) => {
      // A later change includes this one.
      if (change !== latest.current) return null;
      const { segmentIds } = change.settings;
      const settings = { ...change.settings, segmentIds: existingSegments(segmentIds) };
      const newSegments = newSegmentTitles(segmentIds);
      const changed = await callAction(changeImport, { id: one.id, ...change, settings, newSegments });
      if (newSegments.length > 0) await invalidate(queryClient, ['segments']);
      return changed;
    },
    onSuccess: async (changed, change) => {
      if (!changed || change !== latest.current) return;
      // Reads that began before this change are out of date.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, changed);
      latest.current = null;
      setDraft(null);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });

  /** Changes values on top of those not saved yet, and saves. */
  function change(values: { format?: ImportFormat; settings?: Partial<ImportSettings> }) {
    const before = latest.current ?? { settings: one.settings };
    const next = { ...before, ...values, settings: { ...before.settings, ...values.settings } };
    latest.current = next;
    setDraft(next);
    mutate(next);
  }
  return {
    format: draft?.format ?? one.format,
    settings: draft?.settings ?? one.settings,
    /** Whether the server detects the columns again. */
    isReformatting: isPending && draft?.format !== undefined,
    isPending,
    error,
    change,
    retry: () => change({}),
  };
}

export type ImportChange = ReturnType<typeof useImportChange>;
