import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type ActionAnswer, type ActionError, callAction, type Refused } from './call-action';
import { type ContractFormOptions, useContractForm } from './use-contract-form';

interface Options<V extends FieldValues, T> extends ContractFormOptions<V> {
  send(values: V, organization: string): Promise<ActionAnswer<T>>;
  /** Error if the action does not respond. */
  noAnswer?: Refused;
  onSent(data: T, values: V): void;
  /** Refetched afterwards, even after an error: the change may have been made. */
  invalidates?: readonly QueryKey[];
}

export interface ActionForm<V extends FieldValues> {
  form: UseFormReturn<V>;
  alertRef: RefObject<HTMLDivElement | null>;
  /** For `onSubmit`. */
  save: ReturnType<UseFormReturn<V>['handleSubmit']>;
}

/** A form that a server action saves. */
export function useActionForm<V extends FieldValues, T>(options: Options<V, T>): ActionForm<V> {
  const { send, noAnswer, onSent, invalidates = [] } = options;
  const queryClient = useQueryClient();
  const { form, refuse, alertRef } = useContractForm(options);
  const { mutateAsync } = useMutation({
    mutationFn: (values: V) => callAction(send, values, noAnswer),
    onSuccess: onSent,
    onError: (error) => refuse((error as ActionError).refused),
    onSettled: () => Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  // A refusal is shown by `onError`.
  const save = form.handleSubmit((values) => mutateAsync(values).catch(() => undefined));
  return { form, alertRef, save };
}
