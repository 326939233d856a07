import type { ReactNode } from 'react';
import { FormRefusal } from '@/components/form/form-refusal';
import { UnsavedChanges } from '@/components/form/unsaved-changes';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useReturnTo } from '@/components/hooks/use-return-to';
import { Button, buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { focusAround } from '@/components/ui/focus-main';
import { SaveKeys } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import { useSegments } from '../../segments/use-segments';
import { ContactFields } from './contact-form-fields';
import { FormNotice } from './contact-form-notice';
import { PreviewBar, PreviewPanel } from './preview-panel';
import { toPreviewView } from './preview-view';
import { useTrashed } from './restore-trashed';
import { type ContactFormOptions, useContactForm } from './use-contact-form';

interface ContactFormProps extends ContactFormOptions {
  /** The form and, on wide screens, the preview of a new contact. */
  children(parts: { sheet: ReactNode; preview: ReactNode }): ReactNode;
}

export function ContactForm({ children, ...options }: ContactFormProps) {
  const contactForm = useContactForm(options);
  const { preview, alertRef, unsaved, saving, updates } = contactForm;
  const { base } = contactForm.state;
  const { errors } = contactForm.form.formState;
  const { data: segments = [] } = useSegments();
  const mayPreview = useCan(base ? 'previewUpdate' : 'previewContact');
  const trashed = useTrashed(base ? null : preview.preview);
  const isHydrated = useHydrated();
  const list = useReturnTo('/contacts');
  const saves = mayPreview ? toPreviewView(contactForm, trashed, segments) : null;
  const unselected = errors.segmentIds && contactForm.textLeft;
  const view = saves && unselected ? { ...saves, problem: `“${unselected}” is not selected.` } : saves;
  const panel = view && <PreviewPanel {...view} />;

  return children({
    sheet: (
      <form noValidate onSubmit={contactForm.save} onKeyDown={contactForm.onKeyDown}>
        <fieldset disabled={!isHydrated} className="flex min-w-0 flex-col gap-4">
          <UnsavedChanges when={unsaved} />
          <FormRefusal ref={alertRef} error={errors.root} />
          <FormNotice contactForm={contactForm} />
          <ContactFields contactForm={contactForm} />
          {/* Of an edit it floats, to keep still what is below the fields; else it sticks to the form's end. */}
          {base && !unsaved ? null : (
            <div
              ref={focusAround}
              className={cn(
                'z-10 flex flex-col gap-2 print:hidden',
                base
                  ? 'fixed inset-x-0 bottom-[var(--foot,0px)] border-t border-line bg-canvas px-4 py-2 md:inset-x-auto md:bottom-[calc(1rem+var(--foot,0px))] md:-ml-3 md:max-h-[60dvh] md:w-104 md:overflow-y-auto md:rounded-xl md:border md:bg-raised md:p-3 md:shadow-dialog'
                  : 'pt-2 max-xl:sticky max-xl:bottom-0 max-md:bottom-[var(--foot,0px)] max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-canvas max-xl:px-4 max-xl:pb-2 md:max-xl:-mx-6 md:max-xl:px-6',
              )}
            >
              {view ? <PreviewBar {...view} /> : null}
              {base ? panel : null}
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  type="submit"
                  // The ways out of a conflict come first.
                  variant={view?.conflict || contactForm.state.name === 'conflict' ? 'secondary' : 'primary'}
                  pending={saving}
                  className={cn(!base && 'min-w-34')}
                >
                  {updates ? 'Update contact' : 'Create contact'}
                </Button>
                {base ? (
                  <Button variant="ghost" onClick={contactForm.discard}>
                    Discard changes
                  </Button>
                ) : (
                  <Link href={list} className={buttonClasses({ variant: 'ghost' })}>
                    Cancel
                  </Link>
                )}
                <SaveKeys />
              </div>
            </div>
          )}
        </fieldset>
      </form>
    ),
    preview: base ? null : panel,
  });
}
