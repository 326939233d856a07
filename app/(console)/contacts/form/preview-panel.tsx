import { ChevronUp, LoaderCircle } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ChangeInWords } from '@/components/activity/activity-words';
import { ChangeList } from '@/components/activity/change-list';
import { cn } from '@/components/ui/cn';
import { IconButton } from '@/components/ui/icon-button';

export interface PreviewView {
  headline: ReactNode;
  /** Whether the headline only explains a missing preview. */
  muted?: boolean;
  conflict?: boolean;
  /** Whether saving replaces values of an existing contact. */
  warns?: boolean;
  /** The reason why saving is impossible, apart from conflicts. */
  problem?: string;
  checking?: boolean;
  changes: readonly ChangeInWords[];
  /** Buttons that resolve a conflict, and further details. */
  more?: ReactNode;
}

/** The preview on wide screens, beside the form, so that its changing height does not move the fields. */
export function PreviewPanel({
  headline,
  muted,
  conflict,
  warns,
  problem,
  checking,
  changes,
  more,
}: PreviewView) {
  return (
    <section
      aria-label="Preview"
      className={cn(
        'flex w-full min-w-0 flex-col gap-2 self-start rounded-lg border p-3 text-sm max-xl:hidden',
        conflict
          ? 'border-danger/40 bg-danger-soft'
          : warns
            ? 'border-warning/40 bg-warning-soft'
            : 'border-line bg-surface',
      )}
    >
      <h2 className="flex items-center justify-between text-xs font-medium text-muted">
        Preview
        <CheckingSpinner checking={checking} />
      </h2>
      <p role="status" className={muted ? 'text-muted' : 'text-base font-medium wrap-anywhere'}>
        {headline}
        {problem ? <span className="block pt-0.5 text-sm font-normal text-danger">{problem}</span> : null}
      </p>
      <ChangeList changes={changes} />
      {more}
    </section>
  );
}

interface PreviewBarProps extends PreviewView {
  /** Whether to show the bar on wide screens, too, with its details open. */
  wide?: boolean;
}

/** The preview on narrow screens: an expandable line above the buttons. */
export function PreviewBar({ wide = false, ...view }: PreviewBarProps) {
  const { problem, changes, more } = view;
  const [chosen, setChosen] = useState(() =>
    wide && window.matchMedia('(width >= 64rem)').matches ? true : null,
  );
  // On a phone, open details would leave too little of the form; the line names the replaced values.
  const open = chosen ?? (view.warns === true && window.matchMedia('(width >= 48rem)').matches);
  const id = useId();
  const opens = changes.length > 0 || Boolean(more);
  return (
    <section aria-label="Preview" className={cn('flex min-w-0 flex-col gap-2 text-sm', !wide && 'xl:hidden')}>
      <div className="flex min-h-7 items-center gap-2">
        <p
          role="status"
          className={cn(
            // Truncates the contact's name, and keeps the words around it.
            'min-w-0 flex-1 truncate has-[a]:grid has-[a]:grid-cols-[auto_minmax(0,1fr)] has-[a]:whitespace-pre',
            "has-[>span]:grid-cols-[auto_minmax(2.5rem,max-content)_minmax(8.5rem,1fr)]! [&>span]:truncate [&>span]:ps-1.5 [&>span]:before:content-['·_']",
            view.muted && !problem ? 'text-muted' : 'font-medium',
            (view.conflict || problem) && 'text-danger',
            view.warns && !problem && 'text-warning',
          )}
        >
          {problem ?? view.headline}
        </p>
        <CheckingSpinner checking={view.checking} />
        {opens ? (
          <IconButton
            icon={ChevronUp}
            iconClassName={cn('transition-transform', open && 'rotate-180')}
            size="icon-sm"
            label="Details of the preview"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setChosen(!open)}
          />
        ) : null}
      </div>
      {open && opens ? (
        <div id={id} className="flex max-h-[30dvh] flex-col gap-2 overflow-y-auto">
          <ChangeList changes={changes} />
          {more}
        </div>
      ) : null}
    </section>
  );
}

/** A spinner that keeps its place while invisible. */
function CheckingSpinner({ checking = false }: { checking?: boolean }) {
  return (
    <LoaderCircle
      aria-hidden
      className={cn('size-3.5 shrink-0 text-muted', checking ? 'animate-spin' : 'invisible')}
    />
  );
}
