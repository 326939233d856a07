import { ArrowUpToLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/select';
import { type ContactImport, type ImportTarget, importTargets } from '@/lib/contract/import';
import { targetLabels } from '../import-labels';
import type { ImportChange } from './use-import-change';

/** The first targets to offer, in the order of the contact form. */
const offered: readonly ImportTarget[] = ['email', 'phone', 'firstname', 'lastname', 'fullName'];
const targets = [...offered, ...importTargets.filter((target) => !offered.includes(target))];
const choices = {
  '': 'Leave out',
  ...Object.fromEntries(targets.map((target) => [target, targetLabels[target]])),
} as Record<ImportTarget | '', string>;
const { note: _, ...withoutNote } = choices;

/** Maps each column of the file to a field. */
export function ImportColumns({
  columns,
  change: { settings, isReformatting, change },
}: {
  columns: ContactImport['columns'];
  change: ImportChange;
}) {
  const hasNotes = useCan('createNote');
  const unsubscribed = columns.filter(({ tellsUnsubscribed }) => tellsUnsubscribed);

  const choose = (column: number, chosen: ImportTarget | null) =>
    change({
      settings: {
        targets: columns.map((_, index) => (index === column ? chosen : (settings.targets[index] ?? null))),
      },
    });
  /** Columns in order of precedence among those with the same target. */
  const order = [...new Set([...settings.columnOrder, ...columns.keys()])];
  /** The columns with the same target, in order of precedence. */
  const sameAs = (index: number) => {
    const target = settings.targets[index];
    return target ? order.filter((other) => settings.targets[other] === target) : [];
  };

  return (
    <fieldset disabled={isReformatting} className="min-w-0">
      <legend className="pb-1 leading-7 font-semibold">Columns</legend>
      <div aria-hidden className="flex justify-between pb-1 text-xs font-medium text-muted">
        <span>In the file</span>
        <span className="w-36">Becomes</span>
      </div>
      <ul className="max-h-[32rem] overflow-y-auto border-y border-line">
        {columns.map(({ name, samples }, index) => (
          <li
            key={index}
            className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-1.5 last:border-b-0 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto]"
          >
            <div className="min-w-0 flex-1 text-sm">
              <p dir="auto" className="truncate text-left! font-medium" title={name}>
                {name}
              </p>
              <p className="truncate text-muted" title={samples.join(', ')}>
                {samples.length > 0 ? <List words={samples} /> : 'Empty'}
              </p>
            </div>
            <Rank
              name={name}
              columns={sameAs(index)}
              column={index}
              onFirst={() =>
                change({
                  settings: { columnOrder: [...new Set([index, ...sameAs(index), ...settings.columnOrder])] },
                })
              }
            />
            <Choice
              aria-label={`${name} becomes`}
              value={settings.targets[index] ?? ''}
              labels={hasNotes ? choices : (withoutNote as typeof choices)}
              onChange={(target) => choose(index, target || null)}
              className="w-36 shrink-0"
            />
          </li>
        ))}
      </ul>
      {unsubscribed.length > 0 ? (
        <p role="note" className="mt-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-sm">
          <List words={unsubscribed.map(({ name }) => `“${name}”`)} /> may list people who unsubscribed.
          Roster does not track this: remove them from the file first.
        </p>
      ) : null}
    </fieldset>
  );
}

/** Says which columns with values are left out, and offers to keep them as a note of each contact. */
export function LeftOutColumns({
  columns,
  change: { settings, change },
}: Pick<ComponentProps<typeof ImportColumns>, 'columns' | 'change'>) {
  const hasNotes = useCan('createNote');
  // The rows that were held back come back with their line and reason, which say nothing about people.
  const isRejectedFile = columns.at(-2)?.name === 'Line' && columns.at(-1)?.name === 'Reason';
  const isLeftOut = ({ samples }: ContactImport['columns'][number], index: number) =>
    !settings.targets[index] && samples.length > 0 && !(isRejectedFile && index >= columns.length - 2);
  const leftOut = columns.filter(isLeftOut);
  if (leftOut.length === 0) return null;
  const keep = () =>
    change({
      settings: {
        targets: columns.map((column, index) =>
          isLeftOut(column, index) ? 'note' : (settings.targets[index] ?? null),
        ),
      },
    });
  return (
    <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
      <p className="line-clamp-2 max-w-96 wrap-anywhere" title={leftOut.map(({ name }) => name).join(', ')}>
        {formatCountOf(leftOut.length, 'column is', 'columns are')} left out:{' '}
        <List words={leftOut.map(({ name }) => name)} />
      </p>
      {hasNotes ? (
        <Button variant="ghost" size="sm" onClick={keep}>
          Keep as {leftOut.length === 1 ? 'a note' : 'notes'}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Rank of a column among those with the same target, of which the first filled one counts, and a button that puts it first.
 * Nothing if it is the only one.
 */
function Rank({
  name,
  columns,
  column,
  onFirst,
}: {
  name: string;
  columns: number[];
  column: number;
  onFirst(): void;
}) {
  if (columns.length < 2) return null;
  const place = columns.indexOf(column) + 1;
  return (
    <div className="flex shrink-0 items-center gap-1 text-sm text-muted">
      <span title="The first filled column is used">
        {place} of {columns.length}
      </span>
      {place > 1 ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Prefer ${name}`} onClick={onFirst}>
          <ArrowUpToLine aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}

/** Words separated by commas, each with its own text direction. */
function List({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <span key={index}>
      {index > 0 ? ', ' : null}
      <bdi>{word}</bdi>
    </span>
  ));
}
