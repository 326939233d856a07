import type { ApiError } from '@/lib/client/client';

type Download = { ok: true; response: Response } | { ok: false; error: ApiError };

/** A file of the API, passed on to the browser as it arrives. */
export function fileAnswer(download: Download): Response | Extract<Download, { ok: false }> {
  if (!download.ok) return download;
  const { body, headers } = download.response;
  const kept = new Headers();
  for (const name of ['Content-Type', 'Content-Disposition']) kept.set(name, headers.get(name) ?? '');
  return new Response(body, { headers: kept });
}
