'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { type ActionError, callAction, NO_ANSWER } from '@/components/form/call-action';
import { problemsOf } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useContractForm } from '@/components/form/use-contract-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type CreatedToken, type GrantableScope, type TokenCreate, tokenCreate } from '@/lib/contract/token';
import { confirmed } from '../../confirm-password/confirmed';
import { ScopeChoice } from './scope-choice';
import { ShownToken } from './shown-token';
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

/** Creates a token and shows it once. */
export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return created ? (
    <ShownToken created={created} onClose={onClose} />
  ) : (
    <TokenForm onClose={onClose} onCreated={setCreated} />
  );
}

function TokenForm({ onClose, onCreated }: { onClose(): void; onCreated(token: CreatedToken): void }) {
  const queryClient = useQueryClient();
  const { form, refuse, alertRef } = useContractForm<Values>({
    fields,
    defaultValues: { name: '', scopes: ['contacts:read', 'segments:read'], expiresAt: suggestedExpiry() },
    check: (values) => problemsOf(tokenCreate, bodyOf(values)),
  });
  const { errors } = form.formState;

  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: (values: Values) => callAction(confirmed(() => createToken(bodyOf(values)))),
    // Refresh on errors, too: the token may have been created.
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokenListOptions().queryKey }),
  });
  const save = form.handleSubmit((values) =>
    mutateAsync(values).then(onCreated, ({ refused }: ActionError) =>
      refuse(refused === NO_ANSWER ? UNSEEN : refused),
    ),
  );

  return (
    <FormDialog
      title="Create token"
      action="Create token"
      form={form}
      alertRef={alertRef}
      onSubmit={save}
      onClose={onClose}
    >
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
