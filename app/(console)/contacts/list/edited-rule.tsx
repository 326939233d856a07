import { keepPreviousData } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useContext } from 'react';
import {
  getConditions,
  isGoneField,
  toUrlFilter,
  WITHOUT_SEGMENT,
} from '@/components/contacts/contact-list-state';
import { SegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { RulePreview } from '@/components/contacts/rule-preview';
import { hasCondition, toRule } from '@/components/contacts/rule-words';
import { useUpdateRule } from '@/components/contacts/use-update-rule';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { ButtonLink } from '@/components/ui/link';
import type { ContactFilter } from '@/lib/contract/contact-filter';

const RuleProblem = dynamic(() => import('@/components/contacts/rule-problem').catch(chunkLoadFailed));

/** Saves the filters of the list as the rule of a segment, and says first who joins and leaves it. */
export default function EditedRule({ id, filter }: { id: string; filter: ContactFilter }) {
  const router = useRouter();
  const segments = useContext(SegmentsById);
  const segment = segments.get(id);
  const fields = useFieldsByName();
  const rule = toRule(filter);
  const isRule = hasCondition(rule) && !filter.importId;
  const mayUpdate = useMay()('updateSegment', 'previewSegmentRule');
  const preview = useRead(
    'previewSegmentRule',
    { id, body: { rule } },
    { enabled: mayUpdate && isRule, placeholderData: keepPreviousData },
  );
  const page = `/segments/${id}`;
  const { update, isPending } = useUpdateRule(segment, () => router.push(page));
  if (!segment || !mayUpdate) return null;
  const namesGoneSegment =
    segment.ruleProblem !== undefined &&
    filter.segmentId?.some((one) => one !== WITHOUT_SEGMENT && !segments.has(one));
  // The list offers to restore it, in place of its rows.
  const namesGoneField = getConditions(toUrlFilter(filter), segments, fields).some(({ name }) =>
    isGoneField(name, fields),
  );
  const isReady = isRule && preview.isSuccess && !preview.isPlaceholderData;
  return (
    <section
      aria-label={`Rule of ${segment.title}`}
      className="mx-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-accent/40 has-[details[open]]:items-start bg-accent-soft py-1.5 pr-1.5 pl-3 text-sm md:mx-6"
    >
      <div
        className={cn(
          'min-w-0 flex-1 py-1 max-sm:has-[details[open]]:basis-full',
          (namesGoneField || namesGoneSegment) && 'max-sm:basis-full',
        )}
      >
        {namesGoneField ? (
          'Restore the field, or replace or remove the marked filter; the others are kept.'
        ) : namesGoneSegment ? (
          <RuleProblem segment={segment} place="editor" />
        ) : isRule ? (
          <RulePreview query={preview} />
        ) : filter.importId ? (
          'A rule cannot name an import, because it is known for 30 days only.'
        ) : (
          'Filter the list: who matches joins.'
        )}
      </div>
      <div className="ml-auto flex gap-1">
        <ButtonLink size="sm" variant="ghost" href={page}>
          Cancel
        </ButtonLink>
        <Button
          size="sm"
          variant="primary"
          disabled={!isReady}
          pending={isPending}
          onClick={() => update(rule)}
        >
          <span>
            Update<span className="max-sm:sr-only"> segment</span>
          </span>
        </Button>
      </div>
    </section>
  );
}
