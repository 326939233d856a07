'use client';

import { Maximize2, UserX, X } from 'lucide-react';
import Link from 'next/link';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { StepButtons } from './contact-steps';
import { ContactView } from './contact-view';

interface ContactSideProps {
  id: string;
  /** Ids of the rows of the list. */
  rows: readonly string[];
  /** Opens another contact; `null` closes. */
  onSide(id: string | null): void;
}

/** A contact beside the list that it was opened from. */
export default function ContactSide({ id, rows, onSide }: ContactSideProps) {
  const ref = useRef<HTMLElement>(null);
  const focus = () => ref.current?.focus({ preventScroll: true });
  // oxlint-disable-next-line react/exhaustive-deps -- once for each contact
  useEffect(focus, [id]);

  /** Esc leaves a field; outside of fields the list closes what is at its side. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented && event.target instanceof HTMLInputElement)
      focus();
  }

  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label="Contact"
      onKeyDown={onKeyDown}
      className="fixed inset-y-0 right-0 bottom-[var(--foot,0px)] z-30 flex w-full max-w-[30rem] flex-col overflow-y-auto border-l border-line bg-canvas shadow-dialog outline-none print:hidden"
    >
      <div className="flex items-center justify-between gap-2 px-4 pt-3 md:px-6">
        <StepButtons id={id} rows={rows} onOpen={(row) => row && onSide(row)} />
        <span className="ml-auto flex gap-1">
          <Link
            href={`/contacts/${id}`}
            prefetch={false}
            aria-label="Open page"
            title="Open page"
            className={buttonClasses({ variant: 'ghost', size: 'icon' })}
          >
            <Maximize2 aria-hidden className="text-muted" />
          </Link>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close"
            title="Close (Esc)"
            onClick={() => onSide(null)}
          >
            <X aria-hidden className="text-muted" />
          </Button>
        </span>
      </div>
      <ContactView
        key={id}
        id={id}
        side={{
          leave: () => onSide(null),
          gone: (
            <EmptyState icon={UserX} title="Contact not found">
              It may have been deleted, or the address may be wrong.
            </EmptyState>
          ),
        }}
      />
    </aside>
  );
}
