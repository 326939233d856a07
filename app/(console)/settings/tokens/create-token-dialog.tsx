import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { ShownOnce } from '@/components/form/shown-once';
import { useActionForm } from '@/components/form/use-action-form';
import { browserError } from '@/components/hooks/call-error';
import { useOperation } from '@/components/hooks/use-operation';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type CreatedToken, type GrantableScope, type TokenCreate, tokenCreate } from '@/lib/contract/token';

const scopeWords: Record<GrantableScope, string> = {
  'contacts:read': 'List, search and read contacts',
  'contacts:write': 'Create, update, delete and restore contacts',
  'contacts:purge': 'Delete contacts forever',
  'segments:read': 'List segments',
  'segments:write': 'Create, rename, recolor and delete segments',
  'referral-codes:read': 'List referral codes',
  'referral-codes:write': 'Create and change referral codes',
  'activity:read': 'Read activity',
  'events:read': 'Read events',
  'webhooks:read': 'List webhooks and their deliveries',
  'webhooks:write': 'Create, change and delete webhooks',
  'tokens:manage': 'Create and revoke API tokens',
};

const offeredScopes = Object.keys(scopeWords) as GrantableScope[];

interface Values {
  name: string;
  scopes: GrantableScope[];
  /** `yyyy-mm-dd`, or blank for a token that does not expire. */
  expiresAt: string;
}

const UNSEEN = browserError(
  'NETWORK',
  'No response. If a token was created, revoke it and create another one.',
);

/** Suggested days until a token expires. */
const DAYS = 90;

/** Creates an API token and shows it once. */
export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { mutateAsync: createToken } = useOperation('createToken', { noAnswer: UNSEEN });
  const actionForm = useActionForm<Values, CreatedToken>({
    defaultValues: { name: '', scopes: ['contacts:read', 'segments:read'], expiresAt: suggestedExpiry() },
    check: (values) => findProblems(tokenCreate, toBody(values)),
    send: (values) => createToken({ body: toBody(values) }),
    onSent: setCreated,
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  if (created)
    return (
      <ShownOnce
        title={`Token ${created.name} created`}
        description="Copy it now. It will not be shown again."
        label="Token"
        value={created.token}
        onClose={onClose}
      />
    );
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

function toBody({ name, scopes, expiresAt }: Values): TokenCreate {
  return { name, scopes, expiresAt: expiresAt === '' ? null : `${expiresAt}T23:59:59.999Z` };
}

/** Checkboxes for the scopes of a token. */
function ScopeChoice({
  value,
  onChange,
  error,
}: {
  value: readonly GrantableScope[];
  onChange(scopes: GrantableScope[]): void;
  error: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">Scopes</legend>
      {error ? (
        <p id={id} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      <ul className="-ml-1">
        {offeredScopes.map((scope) => (
          <li key={scope}>
            <label className="flex items-start gap-2 rounded-md p-1 hover:bg-hover">
              <Checkbox
                checked={value.includes(scope)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, scope] : value.filter((one) => one !== scope))
                }
              />
              <span className="pt-0.5">
                <span className="font-mono text-sm">{scope}</span>
                <span className="block text-sm text-muted">{scopeWords[scope]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
