import { useRead } from '@/components/hooks/use-read';
import { formatCountOf } from '@/components/text/format-count';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ListTaken } from '@/lib/contract/activity';
import type { ApiToken } from '@/lib/contract/token';

/** The latest reads of an assistant: when, by which tool, how many contacts. */
export function TokenCalls({ token: { id, name }, onClose }: { token: ApiToken; onClose(): void }) {
  const query = { actorId: id, action: 'list.read' as const, pageSize: '10' };
  const list = useRead('listActivity', { query }, { staleTime: 0 });
  const calls = list.data?.data;
  return (
    <Dialog title={`Last calls of ${name}`} onClose={onClose}>
      <ReadBoundary collectionName="The calls" query={list}>
        {calls?.length === 0 ? (
          <p className="text-muted">No contacts read by an assistant yet.</p>
        ) : (
          <>
            <ol className="divide-y divide-line text-sm">
              {calls?.map(({ id, at, after }) => {
                const { tool, count } = after as unknown as ListTaken;
                return (
                  <li key={id} className="flex gap-2 py-1.5">
                    <code className="min-w-0 flex-1 font-mono wrap-anywhere">{tool}</code>
                    <span className="tabular-nums">{formatCountOf(count, 'contact')}</span>
                    <span className="w-18 text-right whitespace-nowrap text-muted">
                      <RelativeTime at={at} />
                    </span>
                  </li>
                );
              })}
            </ol>
            <p className="pt-3 text-sm">
              <Link href={`/activity?by=${id}`} className="text-accent underline-offset-2 hover:underline">
                All activity of this token
              </Link>
            </p>
          </>
        )}
      </ReadBoundary>
    </Dialog>
  );
}
