import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A section of the settings, with its heading at the left and its content beside it. */
export function Section({ title, aside, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      className="grid gap-x-10 gap-y-4 border-t border-line px-4 py-6 outline-none md:px-6 md:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-1">
        <h3 id={id} className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {title}
          {aside}
        </h3>
        {description ? <p className="text-sm text-pretty text-muted">{description}</p> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        {children}
      </div>
    </section>
  );
}
