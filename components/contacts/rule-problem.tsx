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
import { useFieldsByName } from './own-fields';
import { editRuleHref } from './rule-words';

interface RuleProblemProps {
  segment: Segment;
  /** Whether it is shown above rows rather than in their place. */
  aboveRows: boolean;
}

/** Says why a segment by rule has nobody, and offers to restore what its rule names, or to edit the rule. */
export default function RuleProblem({ segment, aboveRows }: RuleProblemProps) {
  const may = useMay();
  const { data: segments = [] } = useSegments();
  const { data: deleted } = useRead('listDeletedSegments', {}, { enabled: may('restoreSegment') });
  const { restore, restoring } = useRestoreSegment();
  const fields = useFieldsByName();
  const { mutate: restoreField, isPending } = useOperation('updateField', {
    onError: (error) => toast.failed('Could not restore the field', error),
  });
  const named = namedSegments(segment, segments);
  const lost = deleted?.find(({ id }) => named.has(id));
  const archived = [...named]
    .flatMap((id) => namedFields(segments.find((one) => one.id === id)))
    .map((name) => fields.get(name))
    .find((field) => field?.archived);
  const size = aboveRows ? 'sm' : 'md';
  const actions = (
    <>
      {lost ? (
        <Button size={size} pending={restoring === lost.id} onClick={() => void restore(lost)}>
          Restore {lost.title}
        </Button>
      ) : null}
      {archived && may('updateField') ? (
        <Button
          size={size}
          pending={isPending}
          onClick={() => restoreField({ id: archived.id, body: { archived: false } })}
        >
          Restore {archived.label}
        </Button>
      ) : null}
      {may('updateSegment', 'previewSegmentRule') ? (
        <ButtonLink size={size} href={editRuleHref(segment)}>
          Edit rule
        </ButtonLink>
      ) : null}
    </>
  );
  if (!aboveRows)
    return (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={
            <>
              <bdi>{segment.title}</bdi> has nobody
            </>
          }
          actions={actions}
        >
          <bdi className="wrap-anywhere">{segment.ruleProblem}</bdi>
        </EmptyState>
      </div>
    );
  return (
    <div
      role="alert"
      className="mx-4 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warning/40 bg-warning-soft px-3 py-2 text-sm md:mx-6"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 wrap-anywhere max-sm:basis-[80%]">
        <bdi className="font-medium">{segment.title}</bdi> has nobody. <bdi>{segment.ruleProblem}</bdi>
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
