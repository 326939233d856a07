import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { NO_ANSWER } from '@/components/form/call-action';
import { problemsOf } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { ShownOnce } from '@/components/form/shown-once';
import { useActionForm } from '@/components/form/use-action-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type CreatedToken, type GrantableScope, type TokenCreate, tokenCreate } from '@/lib/contract/token';
import { ScopeChoice } from './scope-choice';
import { createToken } from './token-actions';
import { tokenListOptions } from './token-queries';

interface Values {
  name: string;
  scopes: GrantableScope[];
  /** `yyyy-mm-dd`, or blank for a token that does not expire. */
  expiresAt: string;
}

const UNSEEN = {
  ...NO_ANSWER,
  message: 'No response. If a token was created, revoke it and create another one.',
};

/** Suggested days until a token expires. */
const DAYS = 90;

const fields = ['name', 'scopes', 'expiresAt'] as const;

export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  if (!created) return <TokenForm onClose={onClose} onCreated={setCreated} />;
  return (
    <ShownOnce
      title={`Token ${created.name} created`}
      description="Copy it now. It will not be shown again."
      label="Token"
      value={created.token}
      onClose={onClose}
    />
  );
}

function TokenForm({ onClose, onCreated }: { onClose(): void; onCreated(token: CreatedToken): void }) {
  const actionForm = useActionForm<Values, CreatedToken>({
    fields,
    defaultValues: { name: '', scopes: ['contacts:read', 'segments:read'], expiresAt: suggestedExpiry() },
    check: (values) => problemsOf(tokenCreate, bodyOf(values)),
    send: (values, organization) => createToken(bodyOf(values), organization),
    noAnswer: UNSEEN,
    onSent: onCreated,
    invalidates: [tokenListOptions().queryKey],
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  return (
    <FormDialog {...actionForm} title="Create token" action="Create token" onClose={onClose}>
      <Field
        label="Name"
        error={errors.name?.message}
        description={errors.name ? undefined : 'For example CRM sync'}
        required
      >
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="scopes"
        render={({ field, fieldState }) => (
          <ScopeChoice value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Field
        label="Expires"
        hint="optional"
        error={errors.expiresAt?.message}
        description="At the end of that day (UTC). Clear it for a token that never expires."
      >
        <Input type="date" {...form.register('expiresAt')} />
      </Field>
    </FormDialog>
  );
}

function suggestedExpiry(): string {
  return new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 10);
}

function bodyOf({ name, scopes, expiresAt }: Values): TokenCreate {
  return { name, scopes, expiresAt: expiresAt === '' ? null : `${expiresAt}T23:59:59.999Z` };
}
