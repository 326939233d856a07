import { BreakableText } from '@/components/ui/breakable-text';
import type { ChangeInWords } from './activity-words';

/** The changed fields with old and new value; nothing if there are none. */
export function ChangeList({ changes }: { changes: readonly ChangeInWords[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="grid grid-cols-[min(9rem,35%)_minmax(0,1fr)] gap-x-3 text-sm">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="wrap-anywhere text-muted">{label}</dt>
          <dd className="break-words">
            {before === null ? null : (
              <>
                <del className="text-muted decoration-1">
                  <bdi>
                    <BreakableText text={before} />
                  </bdi>
                </del>
                <span aria-hidden className="text-muted">
                  {' → '}
                </span>
              </>
            )}
            {after === null ? (
              'empty'
            ) : (
              <ins className="no-underline">
                <bdi>
                  <BreakableText text={after} />
                </bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
