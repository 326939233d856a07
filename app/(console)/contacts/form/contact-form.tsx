'use client';

import { useQuery } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
import { FormRefusal } from '@/components/form/form-refusal';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { saveByKey } from '@/components/form/use-contract-form';
import { cn } from '@/components/ui/cn';
import { useKeptPlace } from '../list/use-kept-place';
import { ContactFields } from './contact-form-fields';
import { FormNotice } from './contact-form-notice';
import { VerdictBar, VerdictPanel } from './contact-form-verdict';
import { viewOfEdit, viewOfNew } from './contact-form-verdict-view';
import { type ContactFormOptions, useContactForm } from './use-contact-form';
import { useTyped } from './use-typed';

interface ContactFormProps extends ContactFormOptions {
  /** The buttons; they get what they need to know of the form. `updates`: whether saving will change a contact. */
  actions(state: { dirty: boolean; saving: boolean; updates: boolean; discard(): void }): ReactNode;
  /** Where the form stands and, on wide screens, why it was not saved, and what saving will do, if there is anything to say. */
  children(parts: { sheet: ReactNode; refusal: ReactNode; verdict: ReactNode }): ReactNode;
}

/** The one form for contacts, to create and to edit. */
export function ContactForm({ actions, children, ...options }: ContactFormProps) {
  const contactForm = useContactForm(options);
  const {
    form,
    base,
    mode,
    judged,
    notice,
    alertRef,
    conflicts,
    updates,
    meant,
    leaveOut,
    isChanged,
    unsaved,
    unpicked,
  } = contactForm;
  const { isSubmitting, errors } = form.formState;
  const { data: segments = [] } = useQuery(segmentListOptions());
  const can = useCapabilities();
  const [typed] = useTyped(form, mode === 'edit' && isChanged, (values) => ({ base, values: meant(values) }));
  // What was read of the fields before the last save would be compared with what that stored.
  const values = !isChanged ? null : typed && typed.base === base ? typed.values : meant(form.getValues());

  /** The ways out of a conflict stand with those it is with: above the form once a save was refused, if they were named. */
  const areWaysAbove = notice?.kind === 'conflict' && (notice.owners.email || notice.owners.phone);
  const waysBelow = areWaysAbove ? undefined : leaveOut;
  const saving = base
    ? viewOfEdit({ base, values, taken: conflicts, notice }, segments, waysBelow)
    : can.previewContact
      ? viewOfNew(judged, segments, waysBelow)
      : null;
  const view =
    saving && unpicked ? { ...saving, problem: `Nothing is saved: “${unpicked}” is not assigned.` } : saving;

  const formId = useId();
  const isWide = useIsWide();
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const [hasRoom, setHasRoom] = useState(false);
  const isRefused = Boolean(errors.root?.message || notice);
  const [wasRefused, setWasRefused] = useState(false);
  if (isRefused && !wasRefused) setWasRefused(true);
  const refusal = (
    <>
      <FormRefusal ref={alertRef} error={errors.root} formId={formId} />
      <FormNotice
        ref={alertRef}
        notice={notice}
        current={base?.contact}
        dirty={isChanged}
        onLeaveOut={leaveOut}
        onChoose={contactForm.choose}
      />
    </>
  );

  const wasWide = useRef(isWide);
  // What had the focus there is gone with the place.
  useEffect(() => {
    if (wasWide.current === isWide) return;
    wasWide.current = isWide;
    if (document.activeElement === document.body) alertRef.current?.focus();
  }, [isWide, alertRef]);

  const above = useRef<HTMLDivElement>(null);
  useKeptPlace(above, isRefused && !isWide && !hasRoom);

  function save(event: FormEvent<HTMLFormElement>) {
    const bar = event.currentTarget.querySelector('[data-save-bar]');
    setHasRoom(bar !== null && bar.getBoundingClientRect().bottom < window.innerHeight * 0.6 - 8);
    return contactForm.save(event);
  }

  return children({
    sheet: (
      <form
        id={formId}
        data-refused={wasRefused || undefined}
        noValidate
        // Where there is no dialog, the browser itself does nothing with it: sent before the script is there, all that is
        // typed would be gone from the fields, and stand in the address.
        method="dialog"
        onSubmit={save}
        onKeyDown={saveByKey}
        className={cn(
          'flex flex-col gap-4 [&_input]:scroll-mt-24 [&_input]:scroll-mb-28',
          isRefused && 'max-xl:[&_input]:scroll-mb-[calc(40dvh+7rem)]',
        )}
      >
        <UnsavedChanges key={contactForm.takenUp} when={unsaved} isBeingSaved={contactForm.isBeingSaved} />
        <ContactFields
          form={form}
          mode={mode}
          judged={judged}
          taken={conflicts}
          locked={contactForm.locked}
          picker={contactForm.picker}
          onCreateSegment={contactForm.makeSegment}
          onTextLeft={contactForm.leaveText}
        />
        {/* Where the verdict has no place beside the form, it stays in sight with the buttons. */}
        <div
          data-save-bar
          className="flex flex-col gap-2 pt-2 max-xl:sticky max-xl:bottom-0 max-md:bottom-[var(--foot,0px)] max-xl:z-10 max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-canvas max-xl:px-4 max-xl:pb-2 md:max-xl:-mx-6 md:max-xl:px-6 print:hidden"
        >
          {/* The buttons stay under the pointer: what is said stands below them only where there is room for all of it. */}
          {isWide ? (
            beside && createPortal(refusal, beside)
          ) : (
            <div
              ref={above}
              className={cn(
                'max-h-[40dvh] overflow-y-auto empty:hidden [&_[role=alert]]:-scroll-mb-30 [&_[role=alert]]:-outline-offset-2',
                hasRoom && 'order-last',
              )}
            >
              {refusal}
            </div>
          )}
          {view ? <VerdictBar {...view} className="xl:hidden" /> : null}
          {actions({ dirty: unsaved, saving: isSubmitting, updates, discard: contactForm.discard })}
        </div>
      </form>
    ),
    refusal: <div ref={setBeside} className="empty:hidden" />,
    verdict:
      view && (mode === 'create' || unsaved) ? (
        <VerdictPanel {...view} className="w-full self-start max-xl:hidden xl:sticky xl:top-4 xl:bottom-4" />
      ) : null,
  });
}

/** Whether there is a place beside the form. */
const wide = () => window.matchMedia('(width >= 80rem)');

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = wide();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => wide().matches,
    () => true,
  );
}
