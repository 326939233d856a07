'use client';

import { Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { listPlace } from '@/components/contacts/list-place';
import { openAtSide } from '@/components/data-table/data-table';
import { contactName } from '@/components/text/contact-name';
import { IconButton } from '@/components/ui/icon-button';
import { ButtonLink } from '@/components/ui/link';
import type { Contact } from '@/lib/contract/contact';
import { ContactSteps } from './contact-steps';
import { ContactView } from './contact-view';

interface ContactSideProps {
  id: string;
  /** Query of the list. */
  list: string;
  rows: readonly Contact[];
  /** Whether single-key shortcuts are on. */
  keys: boolean;
  /** Opens another contact; `null` closes. Asks first if changes would be lost. */
  onSide(id: string | null): void;
  /** Closes without asking. */
  onGone(): void;
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** A contact beside the list that it was opened from. */
export default function ContactSide({ id, list, rows, keys, onSide, onGone }: ContactSideProps) {
  // A save may move the contact in the list. The steps keep the order in which it was opened.
  const [seen, setSeen] = useState({ list, rows });
  if (seen.list !== list && rows.length > 0) setSeen({ list, rows });
  const ids = seen.rows.map((row) => row.id);
  const contact = seen.rows.find((row) => row.id === id);

  const leave = () => {
    openAtSide.remember(false);
    const { pathname, search } = window.location;
    listPlace.current = { address: pathname + search, scrollTop: 0, row: id, rows: ids, keys };
  };
  /** Escape leaves a field. Outside of fields, `useTableKeys` handles Escape and closes the contact. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const isTyping = isField && !event.nativeEvent.isComposing;
    if (event.key === 'Escape' && !event.defaultPrevented && isTyping) focus(event.currentTarget);
  };
  return (
    <aside
      // The key moves focus and scroll position to the beginning of each contact.
      key={id}
      id="side"
      ref={focus}
      tabIndex={-1}
      aria-label={contact ? `Contact: ${contactName(contact)}` : 'Contact'}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-col overflow-y-auto border-line bg-canvas outline-none max-lg:fixed max-lg:inset-0 max-lg:z-30 lg:w-[28rem] lg:border-l xl:w-[30rem] print:hidden"
    >
      <div className="flex items-center justify-between gap-2 px-4 pt-3 md:px-6">
        <ContactSteps id={id} rows={ids} keys={keys} onOpen={onSide} />
        <span className="ml-auto flex gap-1">
          <ButtonLink
            href={`/contacts/${id}`}
            aria-label="Open page"
            title="Open page"
            onClick={leave}
            variant="ghost"
            size="icon"
          >
            <Maximize2 aria-hidden className="text-muted" />
          </ButtonLink>
          <IconButton icon={X} label="Close" title="Close (Esc)" onClick={() => onSide(null)} />
        </span>
      </div>
      <ContactView id={id} onLeave={onGone} />
    </aside>
  );
}
