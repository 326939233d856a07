'use client';

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
import * as z from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Options, Select } from '@/components/ui/select';
import {
  joinInput,
  passwordRule,
  resetInput,
  secondFactorInput,
  setUpInput,
  signInInput,
} from '@/lib/staff/account';
import {
  type AuthFormState,
  join,
  joinSignedIn,
  resetPassword,
  setUp,
  signIn,
  signInWithCode,
} from './auth-actions';
import { FormProblem } from './auth-parts';

interface AuthFormProps<V extends FieldValues> {
  schema: z.ZodType<V, V>;
  action(before: AuthFormState, form: FormData): Promise<AuthFormState>;
  /** Field to focus if the action rejects the whole form; by default the password. */
  secret?: Path<V>;
  hidden: Record<string, string>;
  submit: string;
  children?: ReactNode;
}

interface FormContext {
  register(name: string): UseFormRegisterReturn;
  getError(name: string): string | undefined;
  values: Record<string, string>;
}

const Context = createContext<FormContext | null>(null);

/** A form for a server action, validated in the browser and usable without JavaScript. */
function AuthForm<V extends FieldValues>(props: AuthFormProps<V>) {
  const { schema, secret = 'password' as Path<V> } = props;
  const [{ error, values }, action, pending] = useActionState(props.action, { values: {} });
  // Default values would overwrite text typed before hydration.
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

  /** Error of a field, from the validation in the browser or from the action. */
  function getError(name: string): string | undefined {
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
      <Context value={{ register: (name) => register(name as Path<V>), getError, values }}>
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
  /** Labels of the choices by value, for a select. */
  options?: Record<string, string>;
}

/** A required field of an `AuthForm`, with its error, and its value after a submit without JavaScript. */
function AuthField({ name, label, description, options, ...input }: AuthFieldProps) {
  const form = useContext(Context);
  const error = form?.getError(name);
  const control = { ...form?.register(name), defaultValue: form?.values[name] ?? input.defaultValue };
  return (
    <Field label={label} description={error ? undefined : description} error={error} required={!options}>
      {options ? (
        <Select {...control}>
          <Options labels={options} />
        </Select>
      ) : (
        <Input {...input} {...control} />
      )}
    </Field>
  );
}

/** The email, which is the user name for password managers. */
function EmailField(props: { autoFocus?: boolean }) {
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

/** A new password, with the rule for it. */
function NewPasswordField({ label = 'Password', ...props }: { label?: string; autoFocus?: boolean }) {
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

/** `next`: where to go after sign-in. */
export function SignInForm({ next, autoFocus = false }: { next: string; autoFocus?: boolean }) {
  return (
    <AuthForm schema={signInInput} action={signIn} hidden={{ next }} submit="Sign in">
      <EmailField autoFocus={autoFocus} />
      <AuthField name="password" label="Password" type="password" autoComplete="current-password" />
    </AuthForm>
  );
}

/** Asks for the second-factor code of a sign-in. `next`: where to go after it. */
export function CodeForm({ next }: { next: string }) {
  return (
    <>
      <AuthForm
        schema={secondFactorInput}
        action={signInWithCode}
        secret="code"
        hidden={{ next }}
        submit="Sign in"
      >
        <AuthField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          autoFocus
        />
      </AuthForm>
      <Link
        href={`/sign-in?${new URLSearchParams({ next })}`}
        className="text-center text-sm text-accent underline-offset-2 hover:underline"
      >
        Start again
      </Link>
    </>
  );
}

interface SetUpFormProps {
  /** From the setup link. */
  code: string;
  /** Two letters of the country that is suggested; may be blank. */
  country: string;
  /** Names of countries by their letters. */
  countries: Record<string, string>;
}

/** Creates the first account, and names the organization. */
export function SetUpForm({ code, country, countries }: SetUpFormProps) {
  return (
    <AuthForm schema={setUpInput} action={setUp} hidden={{ code }} submit="Create account">
      <AuthField name="name" label="Name" dir="auto" autoComplete="name" autoFocus />
      <EmailField />
      <NewPasswordField />
      <AuthField name="organization" label="Organization" dir="auto" autoComplete="organization" />
      <AuthField
        name="country"
        label="Country"
        description="For phone numbers typed without a country code."
        defaultValue={country}
        options={{ '': 'None', ...countries }}
      />
    </AuthForm>
  );
}

/** Sets a new password. `code` is from the reset link, `email` for password managers. */
export function ResetForm({ code, email }: { code: string; email: string }) {
  return (
    <AuthForm schema={resetInput} action={resetPassword} hidden={{ code }} submit="Set password">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordField label="New password" autoFocus />
    </AuthForm>
  );
}

/** Creates the account of an invited person. `code` is from the invitation link. */
export function JoinForm({ code }: { code: string }) {
  return (
    <AuthForm schema={joinInput} action={join} hidden={{ code }} submit="Join">
      <AuthField name="name" label="Name" dir="auto" autoComplete="name" autoFocus />
      <NewPasswordField />
    </AuthForm>
  );
}

/** Join button for an invited person who is signed in. */
export function JoinSignedIn({ code }: { code: string }) {
  return <AuthForm schema={z.object({})} action={joinSignedIn} hidden={{ code }} submit="Join" />;
}
