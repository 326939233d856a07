import type { RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from '@/components/hooks/call-error';
import { type ContractFormOptions, useContractForm } from './use-contract-form';

interface Options<V extends FieldValues, T> extends ContractFormOptions<V> {
  /** Saves the values. Rejects with a `CallError`, as `mutateAsync` of `useOperation` does. */
  send(values: V): Promise<T>;
  onSent(data: T, values: V): void;
}

export interface ActionForm<V extends FieldValues> {
  form: UseFormReturn<V>;
  alertRef: RefObject<HTMLDivElement | null>;
  /** Handler for the form's `onSubmit`. */
  save: ReturnType<UseFormReturn<V>['handleSubmit']>;
}

/** A form saved by an operation or a server action. Shows a `CallError` of `send` at its fields or above the form. */
export function useActionForm<V extends FieldValues, T>({
  send,
  onSent,
  ...options
}: Options<V, T>): ActionForm<V> {
  const { form, refuse, alertRef } = useContractForm(options);
  const save = form.handleSubmit(async (values) => {
    try {
      onSent(await send(values), values);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse(error);
    }
  });
  return { form, alertRef, save };
}
