import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from './button';
import { cn } from './cn';
import { focusAround } from './focus-main';
import { Link } from './link';

/** What a line offers: a button, a link to a page, or a file to download. */
type JobStep =
  | { label: string; onClick(): void; pending?: boolean }
  | { label: string; href: string; download?: boolean };

interface JobLineProps {
  words: ReactNode;
  /** In display order; `false` for a step that is not offered now. */
  steps: readonly (JobStep | false)[];
  /** A button that removes the line, named by `label`. */
  dismiss?: { label: string; onClick(): void; pending?: boolean } | false;
}

/** Lines at the foot of every page for jobs: bulk changes, imports, exports. */
export function JobLines({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="sticky bottom-0 z-20 shrink-0 bg-surface print:hidden">
      <ul className={cn('text-xs md:text-sm', className)}>{children}</ul>
    </section>
  );
}

/** One job: its progress or outcome in words, and what can be done with it now. */
export function JobLine({ words, steps, dismiss }: JobLineProps) {
  const offered = steps.filter((step) => step !== false);
  return (
    <li ref={focusAround} tabIndex={-1} className="flex h-11 items-center gap-2 border-t px-4 md:px-6">
      <span className="line-clamp-2 min-w-0">{words}</span>
      {/* Other steps replace the buttons and their focus, so that the second click of a double click does nothing. */}
      <div
        key={offered.map(({ label }) => label).join()}
        ref={focusAround}
        className="flex shrink-0 items-center max-md:ml-auto"
      >
        {offered.map((step) => (
          <StepButton key={step.label} {...step} />
        ))}
        {dismiss ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={dismiss.label}
            pending={dismiss.pending}
            onClick={dismiss.onClick}
          >
            <X aria-hidden className="text-muted" />
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function StepButton(step: JobStep) {
  const variant = { variant: 'ghost', size: 'sm' } as const;
  if ('onClick' in step)
    return (
      <Button {...variant} className="text-accent!" pending={step.pending} onClick={step.onClick}>
        {step.label}
      </Button>
    );
  const className = cn(buttonClasses(variant), 'text-accent!');
  return step.download ? (
    <a href={step.href} download className={className}>
      {step.label}
    </a>
  ) : (
    <Link href={step.href} className={className}>
      {step.label}
    </Link>
  );
}
