import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { isTemporary } from '@/components/hooks/call-error';
import { useDraft } from '@/components/hooks/drafts';
import type { ApiError } from '@/lib/call';
import type { ErrorDetail } from '@/lib/contract/error';
import { assignErrors, contractResolver } from './contract-errors';

export interface ContractFormOptions<V extends FieldValues> {
  /** Fields in the order of the form; by default the keys of `defaultValues`. */
  fields?: readonly Extract<keyof V, string>[];
  defaultValues: V;
  /** Validates the values by the contract. */
  check(values: V): ErrorDetail[];
  /** Key under which typed values survive a reload after an upgrade. Omit it for forms with secrets. */
  draft?: string;
}

export const KEPT = 'What you typed is still here.';
/** Type of a root error with code `OUTDATED` in a form whose typed values survive the reload. */
export const OUTDATED_KEPT = 'OUTDATED_KEPT';

/** A form validated by the contract, with the API's errors shown at its fields. */
export function useContractForm<V extends FieldValues>({
  defaultValues,
  fields = Object.keys(defaultValues) as Extract<keyof V, string>[],
  check,
  draft,
}: ContractFormOptions<V>) {
  const form = useForm<V>({
    defaultValues: defaultValues as DefaultValues<V>,
    resolver: contractResolver(check, fields),
  });
  useDraft(form, draft);
  const alertRef = useRef<HTMLDivElement>(null);
  const [alerts, setAlerts] = useState(0);

  // The alert is rendered only after the state change.
  useEffect(() => {
    if (alerts > 0) alertRef.current?.focus();
  }, [alerts]);

  /** Moves the focus to the alert above the form. */
  const focusAlert = () => setAlerts((count) => count + 1);

  /** Shows errors at their fields and the rest above the form, and focuses the first one if `focuses`. */
  function refuse(error: ApiError, focuses = true) {
    const { code, details, message } = error;
    const mayPass = isTemporary(error);
    const { fields: errors, form: rest } = assignErrors(details, fields);
    const wrong = fields.filter((name) => errors[name] !== undefined);
    for (const name of wrong)
      form.setError(name as unknown as Path<V>, { type: 'api', message: errors[name] });
    const [first] = wrong;
    const said = mayPass ? `${message} ${KEPT}` : message;
    const type = code === 'OUTDATED' && draft !== undefined ? OUTDATED_KEPT : code;
    if (first === undefined || rest.length > 0)
      form.setError('root', {
        type: mayPass ? 'temporary' : type,
        message: [first ? '' : said, ...rest].join(' ').trim(),
      });
    if (!focuses) return;
    if (first === undefined) focusAlert();
    else form.setFocus(first as unknown as Path<V>);
  }

  return { form, refuse, alertRef, focusAlert };
}

/** Handler for a form's `onKeyDown`: Ctrl+Enter or ⌘+Enter saves from every field. */
export function saveByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const { currentTarget, target } = event;
  // A field with a `form` attribute may be outside its form.
  const form = currentTarget instanceof HTMLFormElement ? currentTarget : (target as HTMLInputElement).form;
  form?.requestSubmit();
}
