import { Fragment, useId } from 'react';
import { fieldLabels } from '@/components/contacts/field-labels';
import { type FieldsByName, labelOfField } from '@/components/contacts/field-words';
import { useSegments } from '@/components/segments/use-segments';
import { contactName, joinWords } from '@/components/text/contact-name';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { BreakableText } from '@/components/ui/breakable-text';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import { filledFields, valueWords } from './merge-choices';

interface MergeResultProps {
  merged: Contact;
  fields: FieldsByName;
  former: readonly { values: string[]; one: string; many: string }[];
}

/** The merged contact as it will be, and the addresses and ids that it keeps as former ones. */
export function MergeResult({ merged, fields, former }: MergeResultProps) {
  const titleId = useId();
  const { data: segments = [] } = useSegments();
  const name = contactName(merged);
  const joined = segments.filter(({ id }) => merged.segments.some(({ segmentId }) => segmentId === id));
  return (
    <section
      aria-labelledby={titleId}
      aria-live="polite"
      className="flex flex-col gap-3 self-start rounded-lg bg-surface p-4 text-sm lg:sticky lg:top-0"
    >
      <h3 id={titleId} className="text-xs font-medium text-muted">
        Result
      </h3>
      <div className="flex items-center gap-2.5">
        <Avatar id={merged.id} name={name} />
        <p dir="auto" className="min-w-0 text-base font-medium wrap-anywhere">
          {name}
        </p>
        {merged.doNotContact ? <Badge tone="danger">Do not contact</Badge> : null}
      </div>
      <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-1 sm:max-lg:grid-cols-[10rem_minmax(0,1fr)]">
        {filledFields([merged], fields).map((field) => (
          <Fragment key={field}>
            <dt dir="auto" className="text-left wrap-anywhere text-muted">
              {labelOfField(field, fields) ?? field}
            </dt>
            <dd dir="auto" className="text-left wrap-anywhere">
              <BreakableText text={valueWords(merged, field, fields)} />
            </dd>
          </Fragment>
        ))}
        {joined.length > 0 ? (
          <>
            <dt className="text-muted">{fieldLabels.segmentIds}</dt>
            <dd className="flex flex-wrap gap-1">
              {joined.map(({ id, title, color }) => (
                <SegmentChip key={id} title={title} color={color} className="max-w-full!" />
              ))}
            </dd>
          </>
        ) : null}
      </dl>
      {former
        .filter(({ values }) => values.length > 0)
        .map(({ values, one, many }) => (
          <p key={one} className="wrap-anywhere text-muted">
            {joinWords(values)} {values.length === 1 ? `is kept as a ${one}.` : `are kept as ${many}.`}
          </p>
        ))}
    </section>
  );
}
