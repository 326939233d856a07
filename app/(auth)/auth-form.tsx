import { zodResolver } from '@hookform/resolvers/zod';
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useContext,
  useEffect,
} from 'react';
import { type FieldValues, type Path, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { passwordRule } from '@/lib/staff/account';
import { FormProblem } from './form-problem';
import type { AuthFormState } from './sign-in-action';

interface AuthFormProps<V extends FieldValues> {
  schema: z.ZodType<V, V>;
  action(before: AuthFormState, form: FormData): Promise<AuthFormState>;
  /** Focused when the action rejects the whole form. */
  secret: Path<V>;
  hidden: Record<string, string>;
  submit: string;
  children: ReactNode;
}

interface FormContext {
  register(name: string): UseFormRegisterReturn;
  errorOf(name: string): string | undefined;
  values: Record<string, string>;
}

const Context = createContext<FormContext | null>(null);

/** A form for a server action, validated in the browser and usable without JavaScript. */
export function AuthForm<V extends FieldValues>(props: AuthFormProps<V>) {
  const { schema, secret } = props;
  const [{ error, values }, action, pending] = useActionState(props.action, { values: {} });
  // No default values: they would overwrite what was typed before hydration.
  const { register, handleSubmit, setError, setFocus, formState } = useForm<V>({
    resolver: zodResolver<V, unknown, V>(schema),
    mode: 'onSubmit',
  });

  useEffect(() => {
    if (!error) return;
    if (error.path) setError(error.path as Path<V>, { message: error.message }, { shouldFocus: true });
    else setFocus(secret, { shouldSelect: true });
  }, [error, setError, setFocus, secret]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    if (pending) return event.preventDefault();
    void handleSubmit(() => startTransition(() => action(new FormData(form))))(event);
  }

  /** Error of a field, from the browser's check or from the action. */
  function errorOf(name: string): string | undefined {
    const found = formState.errors[name as Path<V>]?.message;
    if (typeof found === 'string') return found;
    return error?.path === name && !formState.isSubmitted ? error.message : undefined;
  }

  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <FormProblem>{pending || error?.path ? undefined : error?.message}</FormProblem>
      {Object.entries(props.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Context value={{ register: (name) => register(name as Path<V>), errorOf, values }}>
        {props.children}
      </Context>
      <Button type="submit" variant="primary" pending={pending}>
        {props.submit}
      </Button>
    </form>
  );
}

interface AuthFieldProps extends ComponentProps<typeof Input> {
  name: string;
  label: string;
  description?: string;
}

export function AuthField({ name, label, description, ...input }: AuthFieldProps) {
  const form = useContext(Context);
  const error = form?.errorOf(name);
  return (
    <Field label={label} description={error ? undefined : description} error={error} required>
      <Input {...input} {...form?.register(name)} defaultValue={form?.values[name]} />
    </Field>
  );
}

export function EmailField(props: { autoFocus?: boolean }) {
  return (
    <AuthField
      {...props}
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export function NewPasswordField({ label = 'Password', ...props }: { label?: string; autoFocus?: boolean }) {
  return (
    <AuthField
      {...props}
      name="password"
      label={label}
      description={passwordRule}
      type="password"
      autoComplete="new-password"
    />
  );
}
