import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { ErrorDetail } from '@/lib/contract/error';
import type { Refused } from './call-action';
import { contractResolver, sortErrors } from './contract-errors';

/** Whether retrying may succeed. */
function isTemporary({ status }: Refused): boolean {
  return status !== undefined && (status === 0 || status === 408 || status === 429 || status >= 500);
}

export interface ContractFormOptions<V extends FieldValues> {
  /** In the order of the form. */
  fields: readonly Extract<keyof V, string>[];
  defaultValues: V;
  /** Problems of the values, by the contract. */
  check(values: V): ErrorDetail[];
}

/** A form validated by the contract, with the API's errors shown at its fields. */
export function useContractForm<V extends FieldValues>({
  fields,
  defaultValues,
  check,
}: ContractFormOptions<V>) {
  const form = useForm<V>({
    defaultValues: defaultValues as DefaultValues<V>,
    resolver: contractResolver(check, fields),
  });
  const alertRef = useRef<HTMLDivElement>(null);
  const [alerts, setAlerts] = useState(0);

  // The alert is rendered only after the state change.
  useEffect(() => {
    if (alerts > 0) alertRef.current?.focus();
  }, [alerts]);

  /** Moves the focus to the alert above the form. */
  const focusAlert = useCallback(() => setAlerts((count) => count + 1), []);

  /** Shows errors at their fields, the rest above the form, and focuses the first. */
  const refuse = useCallback(
    (refused: Refused) => {
      const { details } = refused;
      const temporary = isTemporary(refused);
      const message = temporary ? `${refused.message} What you typed is still here.` : refused.message;
      const { fields: errors, form: rest } = sortErrors(details, fields);
      const wrong = fields.filter((name) => errors[name] !== undefined);
      for (const name of wrong)
        form.setError(name as unknown as Path<V>, { type: 'api', message: errors[name] });
      const [first] = wrong;
      if (first === undefined || rest.length > 0)
        form.setError('root', {
          type: temporary ? 'temporary' : 'api',
          message: [first ? '' : message, ...rest].join(' ').trim(),
        });
      if (first === undefined) focusAlert();
      else form.setFocus(first as unknown as Path<V>);
    },
    [fields, form, focusAlert],
  );

  return { form, refuse, alertRef, focusAlert };
}

/** For the `onKeyDown` of a form: Ctrl+Enter or ⌘+Enter saves from every field. */
export function saveByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
