import { TriangleAlert } from 'lucide-react';
import { useMay } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { useSegments } from '@/components/segments/use-segments';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ButtonLink } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { NO_FIELDS } from './field-words';
import { useFieldsByName } from './own-fields';
import { editRuleHref, withoutGoneHref } from './rule-words';

interface RuleProblemProps {
  segment: Segment;
  /** Where it is shown: in place of the rows, above them, or above the marked filter while the rule is edited. */
  place: 'page' | 'list' | 'editor';
}

/** Says why a segment by rule has nobody, and offers to restore what its rule names, to replace it, or to remove it. */
export default function RuleProblem({ segment, place }: RuleProblemProps) {
  const may = useMay();
  const { data: segments = [] } = useSegments();
  const { data: deleted } = useRead('listDeletedSegments', {}, { enabled: may('restoreSegment') });
  const { restore, restoring } = useRestoreSegment();
  const fields = useFieldsByName();
  const { mutate: restoreField, isPending } = useOperation('updateField', {
    onError: (error) => toast.failed('Could not restore the field', error),
  });
  const byId = new Map(segments.map((one) => [one.id, one]));
  const named = namedSegments(segment, segments);
  const lost = deleted?.find(({ id }) => named.has(id));
  const archived = [...named]
    .flatMap((id) => namedFields(segments.find((one) => one.id === id)))
    .map((name) => fields.get(name))
    .find((field) => field?.archived);
  const size = place === 'page' ? 'md' : 'sm';
  const variant = place === 'page' ? 'primary' : 'secondary';
  const actions = (
    <>
      {lost ? (
        <Button
          size={size}
          variant={variant}
          pending={restoring === lost.id}
          onClick={() => void restore(lost)}
        >
          Restore {lost.title}
        </Button>
      ) : null}
      {archived && may('updateField') ? (
        <Button
          size={size}
          variant={variant}
          pending={isPending}
          onClick={() => restoreField({ id: archived.id, body: { archived: false } })}
        >
          Restore {archived.label}
        </Button>
      ) : null}
      {may('updateSegment', 'previewSegmentRule') && place !== 'editor' ? (
        <>
          <ButtonLink size={size} href={editRuleHref(segment)}>
            Replace in rule
          </ButtonLink>
          {fields === NO_FIELDS ? null : (
            <ButtonLink size={size} href={withoutGoneHref(segment, byId, fields)}>
              Remove from rule
            </ButtonLink>
          )}
        </>
      ) : null}
    </>
  );
  const problem = <bdi>{segment.ruleProblem}</bdi>;
  if (place === 'page')
    return (
      <div role="alert">
        <EmptyState icon={TriangleAlert} title="Nobody matches until the rule is fixed" actions={actions}>
          <span className="wrap-anywhere">
            {problem} The other conditions are kept, and people come back once it is fixed.
          </span>
        </EmptyState>
      </div>
    );
  if (place === 'editor')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere">
          {problem} Replace or remove the marked filter; the others are kept.
        </span>
        {actions}
      </div>
    );
  return (
    <div
      role="alert"
      className="mx-4 mb-3 flex flex-wrap items-center gap-x-2 gap-y-2 rounded-lg border border-warning/40 bg-warning-soft px-3 py-2 text-sm md:mx-6"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 wrap-anywhere max-sm:basis-[80%]">
        Nobody matches <bdi className="font-medium">{segment.title}</bdi> until its rule is fixed. {problem}
      </p>
      {actions}
    </div>
  );
}

/** Names of the own fields in a rule, `fields.plan`; those of ranges without their ends. */
const namedFields = ({ rule }: Partial<Segment> = {}): string[] => [
  ...Object.keys(rule?.fields ?? {}).map((key) => `fields.${key.replace(/\.(from|to|contains)$/, '')}`),
  ...(rule?.has ?? []),
  ...(rule?.lacks ?? []),
];

/** Ids of a segment by rule and of those that its rule names, also through other rules. */
function namedSegments({ id, rule }: Segment, segments: readonly Segment[], seen = new Set<string>()) {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const named of rule?.segmentId ?? [])
    namedSegments(segments.find((one) => one.id === named) ?? ({ id: named } as Segment), segments, seen);
  return seen;
}
