import { SHOWN_ORGANIZATION, shownOrganization } from '@/components/hooks/reply';
import type { ContactImport } from '@/lib/contract/import';

/**
 * Uploads a file of contacts by `XMLHttpRequest`, because `fetch` reports no progress. Rejects with an `Error` with a
 * message to show; stays pending if aborted. `copyOf`: id of an import whose file and settings are used again instead.
 */
export function sendFile(
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  query: { segmentId?: string | undefined; copyOf?: string } = {},
): Promise<ContactImport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const given = Object.entries({ name: file.name.slice(-200), ...query }).filter(([, value]) => value);
    request.open('POST', `/data/imports?${new URLSearchParams(given)}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      const { data, error } = (request.response ?? {}) as {
        data?: ContactImport;
        error?: { message: string; details?: { message: string }[] };
      };
      if (data) return resolve(data);
      const message = error?.details?.[0]?.message ?? error?.message;
      reject(new Error(message ?? `Roster responded with status ${request.status}.`));
    });
    request.addEventListener('error', () =>
      reject(new Error('Roster cannot be reached, or the file has changed. Check both and try again.')),
    );
    signal.addEventListener('abort', () => request.abort());
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader(SHOWN_ORGANIZATION, shownOrganization);
    request.send(file);
  });
}
