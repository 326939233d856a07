'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste, FileSpreadsheet, Upload, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useQueryState } from 'nuqs';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useSegments } from '@/components/segments/use-segments';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { focusAround } from '@/components/ui/focus-main';
import { FormAlert } from '@/components/ui/form-alert';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { SegmentChip } from '@/components/ui/segment-chip';
import { IMPORT_FILE_LIMIT } from '@/lib/contract/import';
import { importListOptions, importOptions } from './import-queries';
import { takeOffered } from './offered';
import { toPastedFile } from './pasted-rows';
import { sendFile } from './send-file';
import { useImportDrop } from './use-import-drop';

const MEGABYTE = 1024 * 1024;
/** File types to choose from. Includes unsupported ones, whose error message explains how to convert them. */
const ACCEPTED =
  '.csv,.tsv,.tab,.txt,.xlsx,.xlsm,.vcf,.zip,.gz,.xls,.xlsb,.ods,.numbers,.json,.ldif,text/csv,text/tab-separated-values,text/plain,text/vcard';

/**
 * Uploads a file of contacts, and opens its import: chosen by button, dropped here or on another page, or pasted rows. With
 * `?segment=`, everyone in it is added to that segment.
 */
export function UploadFile() {
  const hydrated = useHydrated();
  const isOffered = useCan('createImport');
  const mayPaste = useCan('previewContacts');
  const input = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const { data: segments } = useSegments();
  const [segmentId, setSegmentId] = useQueryState('segment');
  const segment = segments?.find(({ id, rule }) => id === segmentId && !rule);
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const stopper = useRef<AbortController>(null);
  const {
    mutate: upload,
    isPending,
    variables: file,
    error,
    reset,
  } = useMutation({
    mutationFn: (file: File) => {
      if (file.size > IMPORT_FILE_LIMIT)
        throw new Error(
          `The file has ${formatMegabytes(file.size)}; the limit is ${formatMegabytes(IMPORT_FILE_LIMIT)}. Split it into several files.`,
        );
      setShare(0);
      stopper.current = new AbortController();
      // The segments may not be known yet when another page has offered the file.
      const known = segments ? segment?.id : (segmentId ?? undefined);
      return sendFile(file, stopper.current.signal, setShare, { segmentId: known });
    },
    onSuccess: (created) => {
      queryClient.setQueryData(importOptions(created.id).queryKey, created);
      void queryClient.invalidateQueries({ queryKey: importListOptions.queryKey });
      router.push(`/import/${created.id}`);
    },
  });
  const isFree = hydrated && isOffered && !isPending;

  const stop = useCallback(() => {
    stopper.current?.abort();
    reset();
  }, [reset]);
  // Leaving the page stops the upload, also if Back returns before the next page is shown.
  useEffect(() => stop, [stop]);
  const isOver = useImportDrop({
    onFile: isFree ? upload : undefined,
    onText: isFree ? (text) => upload(toPastedFile(text)) : undefined,
  });
  const uploadOffered = useEffectEvent(() => {
    const file = takeOffered('file');
    if (file) upload(file);
  });
  useEffect(() => uploadOffered(), []);

  return (
    <div>
      <PageHeader
        title="Import"
        actions={
          mayPaste ? (
            <Link
              href={segment ? `/import/paste?segment=${segment.id}` : '/import/paste'}
              className={buttonClasses()}
            >
              <ClipboardPaste aria-hidden className="text-muted" />
              Paste a list
            </Link>
          ) : null
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <section
          ref={focusAround}
          aria-label="Upload"
          className={cn(
            'flex min-h-44 flex-col items-center justify-center gap-3 rounded-lg border border-dashed p-6 text-center',
            isOver ? 'border-accent! bg-accent-soft' : 'border-edge! bg-surface',
          )}
        >
          {isPending && file ? (
            <>
              <p className="max-w-full font-medium wrap-anywhere">
                {share < 1 ? 'Uploading' : 'Reading'} <bdi>{file.name}</bdi>
              </p>
              <Progress
                value={share < 1 ? share : undefined}
                aria-label="Upload"
                className="w-full max-w-sm"
              />
              <div className="flex h-8 items-center gap-3 text-sm text-muted">
                {formatMegabytes(file.size * share)} of {formatMegabytes(file.size)}
                <Button size="sm" onClick={stop}>
                  Cancel
                </Button>
              </div>
            </>
          ) : (
            <>
              <FileSpreadsheet aria-hidden className="size-6 text-muted" />
              <Button variant="primary" disabled={!isFree} onClick={() => input.current?.click()}>
                <Upload aria-hidden />
                Choose file
              </Button>
              <p className="text-sm text-muted">
                <span className="pointer-coarse:hidden">Or drop it here, or paste rows of a sheet.</span> CSV,
                text or vCard up to {formatMegabytes(IMPORT_FILE_LIMIT)}, Excel (.xlsx) or zipped up to
                50&nbsp;MB.
              </p>
              {segment ? (
                <p className="flex max-w-full items-center gap-1.5 text-sm text-muted">
                  <span className="shrink-0">Adds everyone to</span>
                  <SegmentChip {...segment} className="min-w-0">
                    <button
                      type="button"
                      aria-label={`Remove ${segment.title}`}
                      onClick={() => void setSegmentId(null)}
                      className="-mr-1 flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover"
                    >
                      <X aria-hidden className="size-3.5" />
                    </button>
                  </SegmentChip>
                </p>
              ) : null}
            </>
          )}
          <input
            ref={input}
            type="file"
            accept={ACCEPTED}
            aria-label="File of contacts"
            tabIndex={-1}
            disabled={!isFree}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) upload(chosen);
              // Reset, so that the same file can be chosen again.
              target.value = '';
            }}
            className="hidden"
          />
        </section>
        {error && file ? (
          <div className="pt-3">
            <FormAlert
              title={
                <>
                  <bdi>{file.name}</bdi> was not uploaded. {error.message}
                </>
              }
            >
              {file.size <= IMPORT_FILE_LIMIT ? (
                <Button size="sm" className="self-start" onClick={() => upload(file)}>
                  Try again
                </Button>
              ) : null}
            </FormAlert>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** "512 KB", "3.5 MB", "24 MB": decimals only below 10 MB. A megabyte has 1,024 KB. */
function formatMegabytes(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)}\u00a0MB`;
}
