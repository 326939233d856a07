import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, startTransition, useActionState, useEffect } from 'react';
import { type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { AuthFormState } from './auth-form-state';

/**
 * A form for a server action, validated in the browser and usable without JavaScript.
 *
 * @param passwordField Focused when the action rejects the whole form.
 */
export function useAuthForm<V extends FieldValues>(
  schema: z.ZodType<V, V>,
  send: (before: AuthFormState, form: FormData) => Promise<AuthFormState>,
  passwordField: Path<V>,
) {
  const [state, action, pending] = useActionState(send, { values: {} });
  // No default values: they would overwrite what was typed before hydration.
  const { register, handleSubmit, setError, setFocus, formState } = useForm<V>({
    resolver: zodResolver<V, unknown, V>(schema),
    mode: 'onSubmit',
  });

  const { error } = state;
  useEffect(() => {
    if (!error) return;
    if (error.path) setError(error.path as Path<V>, { message: error.message }, { shouldFocus: true });
    else setFocus(passwordField, { shouldSelect: true });
  }, [error, setError, setFocus, passwordField]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (pending) return event.preventDefault();
    void handleSubmit(() => startTransition(() => action(new FormData(form))))(event);
  }

  /** Error of a field, from the browser's check or from the action. */
  function errorOf(name: Path<V>): string | undefined {
    const found = formState.errors[name]?.message;
    if (typeof found === 'string') return found;
    return error?.path === name && !formState.isSubmitted ? error.message : undefined;
  }

  return {
    form: { action, onSubmit, noValidate: true },
    register,
    errorOf,
    pending,
    problem: pending || !error || error.path ? undefined : error.message,
    values: state.values,
  };
}
