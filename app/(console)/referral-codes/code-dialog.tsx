import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useAction } from '@/components/hooks/use-operation';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { useSegments } from '@/components/segments/use-segments';
import { byRuleWords } from '@/components/text/by-rule-words';
import { contactName } from '@/components/text/contact-name';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { copyText } from '@/components/ui/copy-text';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { type ReferralCode, referralCodeCreate } from '@/lib/contract/referral-code';
import type { Segment } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';
import { createReferralCodes, updateReferralCode } from './code-actions';
import { type CodeValues, changedSettings, codeSettings, toCodeValues, toSettings } from './code-form-values';
import { generateCode, MOST_CODES } from './code-state';

const newCode = codeSettings.extend({ code: referralCodeCreate.shape.code });
const NUMBER = `A whole number from 1 to ${MOST_CODES}.`;
const numberOfCodes = z.object({ number: z.int(NUMBER).min(1, NUMBER).max(MOST_CODES, NUMBER) });

export interface CodeDialogProps {
  /** The code to edit; absent to create codes. */
  code?: ReferralCode;
  /** Referrer of the code; `null` if it has none or they are deleted. */
  referrer?: Contact | null;
  onClose(): void;
}

/** Creates up to `MOST_CODES` referral codes with the same settings, or edits one. */
export function CodeDialog({ code, referrer, onClose }: CodeDialogProps) {
  const { data: segments = [] } = useSegments();
  const [segmentText, setSegmentText] = useState('');
  // Generated once per dialog, so that a retry does not create more codes.
  const [random] = useState(() => Array.from({ length: MOST_CODES }, generateCode));
  const generated = useRef('');
  const [before] = useState(() => toCodeValues(code, referrer));
  const getCodes = ({ code: typed, number }: CodeValues) =>
    number === '1' ? [typed] : random.slice(0, Number(number) || 1).map((each) => typed.trim() + each);
  const create = useAction(createReferralCodes, ['referral-codes']);
  const update = useAction(updateReferralCode, ['referral-codes']);
  const actionForm = useActionForm<CodeValues, string[]>({
    defaultValues: before,
    draft: `code ${code?.id ?? 'new'}`,
    check: (values) => [
      ...findProblems(newCode, { code: getCodes(values)[0], ...toSettings(values) }),
      ...findProblems(numberOfCodes, { number: Number(values.number) }),
      ...(segmentText ? [{ path: 'segmentIds', message: unknownWords(segments, segmentText) }] : []),
    ],
    async send(values) {
      if (!code) return create.mutateAsync({ codes: getCodes(values), settings: toSettings(values) });
      const updated = await update.mutateAsync({ id: code.id, settings: changedSettings(before, values) });
      return [updated.code];
    },
    onSent: (codes) => {
      const what = codes.length === 1 ? codes[0] : formatCountOf(codes.length, 'code');
      if (code) toast.success(`Updated ${what}`);
      else
        toast.success(`Created ${what}`, {
          action: { label: 'Copy', onClick: () => void copyText(codes.join('\n'), what) },
        });
      onClose();
    },
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  const isReferrer = referrer && form.watch('referrer') === before.referrer;
  const isOne = form.watch('number') === '1';

  /** Puts a new random code after the typed prefix, in place of the last one. */
  function generate() {
    const typed = form.getValues('code');
    const prefix = generated.current && typed.endsWith(generated.current) ? typed.slice(0, -8) : typed;
    generated.current = generateCode();
    form.setValue('code', prefix.trim() + generated.current, { shouldDirty: true });
    form.clearErrors('code');
  }

  const label = isOne ? 'Create code' : 'Create codes';
  return (
    <FormDialog
      {...actionForm}
      title={code ? `Edit ${code.code}` : label}
      action={code ? 'Update code' : label}
      onClose={onClose}
    >
      {code ? null : (
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_5rem]">
          <Field
            label={isOne ? 'Code' : 'Prefix'}
            hint={isOne ? undefined : 'optional'}
            required={isOne}
            error={errors.code?.message}
          >
            <div className="flex gap-2">
              <Input
                {...form.register('code')}
                dir="auto"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="font-mono"
              />
              {isOne ? <Button onClick={generate}>Generate</Button> : null}
            </div>
          </Field>
          <Field label="How many" error={errors.number?.message}>
            <Input type="number" min={1} max={MOST_CODES} {...form.register('number')} />
          </Field>
          {isOne ? null : (
            <p className="-mt-2 sm:col-span-2 text-sm wrap-anywhere text-muted">
              For example <code className="font-mono">{form.watch('code').trim() + random[0]}</code>
            </p>
          )}
        </div>
      )}
      <Field label="Label" hint="optional" error={errors.label?.message}>
        <Input {...form.register('label')} dir="auto" autoComplete="off" />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Maximum uses" hint="optional" error={errors.maxRedemptions?.message}>
          <Input type="number" min={1} {...form.register('maxRedemptions')} />
        </Field>
        <Field
          label="Expires"
          hint="optional"
          error={errors.expiresAt?.message}
          description="Valid through that day, UTC"
        >
          <Input type="date" {...form.register('expiresAt')} />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="segmentIds"
        render={({ field, fieldState }) => (
          <Field label="Segments" hint="assigned on redemption" error={fieldState.error?.message}>
            <SegmentPicker
              segments={segments}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onTextLeft={setSegmentText}
              ref={field.ref}
            />
          </Field>
        )}
      />
      <Field
        label="Referrer"
        hint="optional"
        error={errors.referrer?.message}
        description={isReferrer ? <bdi>{contactName(referrer)}</bdi> : 'Email or phone of a contact'}
      >
        <Input {...form.register('referrer')} dir="auto" autoComplete="off" spellCheck={false} />
      </Field>
      {code ? (
        <label className="-ml-1 flex items-center gap-2 text-sm font-medium">
          <Checkbox
            checked={form.watch('active')}
            onChange={({ target }) => form.setValue('active', target.checked, { shouldDirty: true })}
          />
          Active
        </label>
      ) : null}
    </FormDialog>
  );
}

/** Why codes cannot assign a segment that was typed and not chosen. */
function unknownWords(segments: readonly Segment[], text: string): string {
  const byRule = segments.find(({ title }) => isDuplicateTitle(title, text));
  return byRule ? byRuleWords(byRule.title) : `There is no segment “${text}”.`;
}
