'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormRefusal } from '@/components/form/form-refusal';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { saveByKey } from '@/components/form/use-contract-form';
import { segmentListOptions } from '../segments/segment-queries';
import { useService } from '../service-provider';
import { ContactFields } from './contact-form-fields';
import { FormNotice } from './contact-form-notice';
import { VerdictBar, VerdictPanel } from './contact-form-verdict';
import { viewOfEdit, viewOfNew } from './contact-form-verdict-view';
import { type ContactFormOptions, useContactForm } from './use-contact-form';
import { useTyped } from './use-typed';

interface ContactFormProps extends ContactFormOptions {
  /** The buttons; they get what they need to know of the form. `updates`: whether saving will change a contact. */
  actions(state: { dirty: boolean; saving: boolean; updates: boolean; discard(): void }): ReactNode;
  /** Where the form and, on wide screens, what saving will do stand; `verdict` is null where there is nothing to say. */
  children(parts: { sheet: ReactNode; verdict: ReactNode }): ReactNode;
}

/** The one form for contacts, to create and to edit. */
export function ContactForm({ actions, children, ...options }: ContactFormProps) {
  const contactForm = useContactForm(options);
  const { form, base, mode, judged, notice, alertRef, conflicts, updates, meant, leaveOut } = contactForm;
  const { isDirty, isSubmitting, errors } = form.formState;
  const { data: segments = [] } = useQuery(segmentListOptions());
  const { lacking } = useService();
  const [typed] = useTyped(form, mode === 'edit' && isDirty, meant);

  /** The ways out of a conflict stand with those it is with: above the form once a save was refused, if they were named. */
  const areWaysAbove = notice?.kind === 'conflict' && (notice.owners.email || notice.owners.phone);
  const waysBelow = areWaysAbove ? undefined : leaveOut;
  const view = base
    ? viewOfEdit({ base, values: isDirty ? typed : null, taken: conflicts, notice }, segments, waysBelow)
    : lacking.previewContact
      ? null
      : viewOfNew(judged, segments, waysBelow);

  return children({
    sheet: (
      <form
        noValidate
        onSubmit={contactForm.save}
        onKeyDown={saveByKey}
        className="flex flex-col gap-4 [&_input]:scroll-mt-24 [&_input]:scroll-mb-28"
      >
        <UnsavedChanges
          key={contactForm.takenUp}
          when={contactForm.unsaved}
          isBeingSaved={contactForm.isBeingSaved}
        />
        <FormRefusal ref={alertRef} error={errors.root} />
        <FormNotice
          ref={alertRef}
          notice={notice}
          current={base?.contact}
          dirty={isDirty}
          onLeaveOut={leaveOut}
          onChoose={contactForm.choose}
        />
        <ContactFields
          form={form}
          mode={mode}
          judged={judged}
          taken={conflicts}
          locked={contactForm.locked}
          onCreateSegment={contactForm.makeSegment}
          onTextLeft={contactForm.leaveText}
        />
        {/* Where the verdict has no place beside the form, it stays in sight with the buttons. */}
        <div
          data-save-bar
          className="flex flex-col gap-2 pt-2 max-xl:sticky max-xl:bottom-0 max-xl:z-10 max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-canvas max-xl:px-4 max-xl:pb-2 md:max-xl:-mx-6 md:max-xl:px-6 print:static!"
        >
          {view ? <VerdictBar {...view} className="xl:hidden" /> : null}
          {actions({ dirty: isDirty, saving: isSubmitting, updates, discard: contactForm.discard })}
        </div>
      </form>
    ),
    verdict:
      view && (mode === 'create' || isDirty) ? (
        <VerdictPanel {...view} className="w-full self-start max-xl:hidden xl:sticky xl:top-4 xl:bottom-4" />
      ) : null,
  });
}
