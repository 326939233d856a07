import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FormRefusal } from '@/components/form/form-refusal';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useReturnTo } from '@/components/hooks/use-return-to';
import { useSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { focusAround } from '@/components/ui/focus-main';
import { SaveKeys } from '@/components/ui/kbd';
import { ButtonLink } from '@/components/ui/link';
import { ContactFields } from './contact-form-fields';
import { NameFields } from './contact-form-name';
import { FormNotice } from './contact-form-notice';
import { PreviewBar, PreviewPanel } from './preview-panel';
import { toPreviewView } from './preview-view';
import { useTrashed } from './restore-trashed';
import { type ContactFormOptions, useContactForm } from './use-contact-form';

interface ContactFormProps extends ContactFormOptions {
  /**
   * Places the parts: `sheet` is the form. New contacts have a `title`, and a `preview` on wide screens, existing ones `name`
   * and save `bar`.
   */
  children(parts: Record<'title' | 'sheet' | 'preview' | 'name' | 'bar', ReactNode>): ReactNode;
}

/** The form to create or edit a contact, with preview, notices, save buttons and a guard for unsaved changes. */
export function ContactForm({ children, ...options }: ContactFormProps) {
  const contactForm = useContactForm(options);
  const { preview, alertRef, unsaved, saving, updates, isChanged } = contactForm;
  const { base } = contactForm.state;
  const { errors } = contactForm.form.formState;
  const { data: segments = [] } = useSegments();
  const mayPreview = useCan(base ? 'previewUpdate' : 'previewContact');
  const trashed = useTrashed(base ? null : preview.preview);
  const isHydrated = useHydrated();
  const formRef = useRef<HTMLFormElement>(null);
  const focusesEmail = isHydrated && !base;
  // Browsers do not focus a disabled field, so `autoFocus` does nothing while a new page loads. The form's `setFocus` waits
  // for a timer, and would take the focus from a field clicked meanwhile.
  useEffect(() => {
    const email = formRef.current?.elements.namedItem('email');
    if (focusesEmail && document.activeElement === document.body) (email as HTMLElement | null)?.focus();
  }, [focusesEmail]);
  const id = useId();
  const list = useReturnTo('/contacts');
  const saves = mayPreview ? toPreviewView(contactForm, trashed, segments) : null;
  const unselected = contactForm.hasTextLeft && errors.segmentIds?.message;
  const view = saves && unselected ? { ...saves, problem: unselected } : saves;
  const existing = base ? null : preview.preview?.contact;
  const panel = view && <PreviewPanel {...view} />;

  const buttons = (
    <div className={cn('flex items-center gap-2', base ? 'flex-wrap' : 'sm:flex-wrap')}>
      <Button
        type="submit"
        form={id}
        // Saving is not the primary action while a conflict is unresolved.
        variant={view?.conflict || contactForm.state.name === 'conflict' ? 'secondary' : 'primary'}
        pending={saving}
        className={cn(!base && 'max-w-full min-w-24 max-sm:shrink! sm:min-w-34')}
      >
        <span className="truncate">
          {existing ? (
            <>
              Update <bdi className="max-md:sr-only">{contactName(existing)}</bdi>
            </>
          ) : updates ? (
            'Update contact'
          ) : (
            'Create contact'
          )}
        </span>
      </Button>
      {base ? (
        <Button variant="ghost" onClick={contactForm.discard}>
          Discard changes
        </Button>
      ) : (
        <>
          {existing ? (
            <ButtonLink href={`/contacts/${existing.id}`} className="max-w-28 sm:max-w-full">
              <span className="truncate">
                Open{' '}
                <bdi className="max-md:sr-only">{existing.contact.firstname || contactName(existing)}</bdi>
              </span>
            </ButtonLink>
          ) : null}
          <ButtonLink href={list} variant="ghost">
            Cancel
          </ButtonLink>
        </>
      )}
      <SaveKeys />
    </div>
  );

  return children({
    title: existing ? 'Update contact' : 'Add contact',
    sheet: (
      <form
        ref={formRef}
        id={id}
        noValidate
        onSubmit={contactForm.save}
        onKeyDown={contactForm.onKeyDown}
        onFocus={contactForm.onFocus}
        onBlur={contactForm.onBlur}
      >
        <fieldset disabled={!isHydrated} data-hydrates className="flex min-w-0 flex-col gap-4">
          <UnsavedChanges when={unsaved} />
          <FormRefusal ref={alertRef} error={errors.root} />
          <FormNotice contactForm={contactForm} />
          <ContactFields contactForm={contactForm} />
          {base ? null : (
            <div
              className={cn(
                'z-10 flex flex-col gap-2 pt-2 max-xl:sticky max-xl:bottom-0 max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-canvas max-xl:px-4 max-xl:pb-2 max-md:bottom-[var(--foot,0px)] md:max-xl:-mx-6 md:max-xl:px-6',
                panel && 'xl:hidden',
              )}
            >
              {view ? <PreviewBar {...view} /> : null}
              {buttons}
            </div>
          )}
        </fieldset>
      </form>
    ),
    // The buttons are beside the fields, where an open list of segments does not cover them.
    preview:
      base || !panel ? null : (
        <div className="flex flex-col gap-4">
          {panel}
          <div className="max-xl:hidden">{buttons}</div>
        </div>
      ),
    name: base ? <NameFields contactForm={contactForm} formId={id} /> : null,
    // Sticky at the end of the scrolling content, where the bar covers no field.
    bar:
      base && isChanged && contactForm.waits ? (
        <div
          ref={focusAround}
          role="group"
          aria-label="Unsaved changes"
          data-save-bar
          className="@container sticky bottom-0 z-10 mt-auto border-t border-line bg-canvas max-md:bottom-[var(--foot,0px)] print:hidden"
        >
          <div className="mx-auto flex w-full max-w-[68rem] flex-col gap-x-6 gap-y-2 px-4 py-2.5 md:px-6 @3xl:flex-row @3xl:items-end @3xl:*:first:flex-1">
            {view ? <PreviewBar {...view} wide /> : null}
            {buttons}
          </div>
        </div>
      ) : null,
  });
}
