import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { ShownOnce } from '@/components/form/shown-once';
import { useActionForm } from '@/components/form/use-action-form';
import { browserError } from '@/components/hooks/call-error';
import { useConnection } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { type CreatedToken, type GrantableScope, type TokenCreate, tokenCreate } from '@/lib/contract/token';
import { AssistantToken } from './assistant-token';

/** What scopes allow, where the name of their resource does not say it. */
const hints: Partial<Record<GrantableScope, string>> = {
  'do-not-contact:remove': 'Removes the mark',
  'proposals:create': 'For people to approve',
  'contacts:purge': 'Deletes forever',
};

/** Rows of the grid: a resource with its scopes to read and to write. */
const rows: [resource: string, read: GrantableScope | null, write: GrantableScope | null][] = [
  ['Contacts', 'contacts:read', 'contacts:write'],
  ['Trash', null, 'contacts:purge'],
  ['Do not contact', null, 'do-not-contact:remove'],
  ['Proposals', null, 'proposals:create'],
  ['Segments', 'segments:read', 'segments:write'],
  ['Fields', null, 'fields:manage'],
  ['Referral codes', 'referral-codes:read', 'referral-codes:write'],
  ['Activity', 'activity:read', null],
  ['Event feed', 'events:read', null],
  ['Webhooks', 'webhooks:read', 'webhooks:write'],
  ['API tokens', null, 'tokens:manage'],
];

interface Values {
  name: string;
  scopes: GrantableScope[];
  /** `yyyy-mm-dd`, or blank for a token that does not expire. */
  expiresAt: string;
  isAssistant: boolean;
}

const UNSEEN = browserError(
  'NETWORK',
  'No response. If a token was created, revoke it and create another one.',
);

const PROGRAM: GrantableScope[] = ['contacts:read', 'segments:read'];
/** What an assistant needs for its tools. */
const ASSISTANT: GrantableScope[] = [...PROGRAM, 'activity:read', 'proposals:create'];

/** Suggested days until a token expires. */
const DAYS = 90;

/** Creates an API token and shows it once. */
export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const connection = useConnection();
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const { mutateAsync: createToken } = useOperation('createToken', { noAnswer: UNSEEN });
  const actionForm = useActionForm<Values, CreatedToken>({
    defaultValues: { name: '', scopes: PROGRAM, expiresAt: suggestedExpiry(), isAssistant: false },
    check: (values) => findProblems(tokenCreate, toBody(values)),
    send: (values) => createToken({ body: toBody(values) }),
    onSent: setCreated,
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  if (created && form.getValues('isAssistant')) return <AssistantToken created={created} onClose={onClose} />;
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
      <Field
        label="Expires"
        hint="optional"
        error={errors.expiresAt?.message}
        description="Valid through that day, UTC. Clear it for a token that never expires."
      >
        <Input type="date" {...form.register('expiresAt')} />
      </Field>
      {connection ? null : (
        <Controller
          control={form.control}
          name="isAssistant"
          render={({ field }) => (
            <label className="-ml-1 flex items-start gap-2 text-sm">
              <Checkbox
                checked={field.value}
                onChange={({ target: { checked } }) => {
                  field.onChange(checked);
                  form.setValue('scopes', checked ? ASSISTANT : PROGRAM);
                }}
              />
              <span className="pt-0.5">
                <span className="font-medium">For an assistant</span>
                <span className="block text-muted">Reads, and proposes changes for people to approve.</span>
              </span>
            </label>
          )}
        />
      )}
      <Controller
        control={form.control}
        name="scopes"
        render={({ field, fieldState }) => (
          <ScopeChoice value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
    </FormDialog>
  );
}

function suggestedExpiry(): string {
  return new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 10);
}

function toBody({ name, scopes, expiresAt }: Values): TokenCreate {
  return { name, scopes, expiresAt: expiresAt === '' ? null : `${expiresAt}T23:59:59.999Z` };
}

interface ScopeChoiceProps {
  value: readonly GrantableScope[];
  onChange(scopes: GrantableScope[]): void;
  error: string | undefined;
}

/** Checkboxes for the scopes of a token, in a grid of resources by access. */
function ScopeChoice({ value, onChange, error }: ScopeChoiceProps) {
  const id = useId();
  const choice = (scope: GrantableScope | null) =>
    scope ? (
      <label className="flex justify-center rounded-md p-0.5 hover:bg-hover">
        <Checkbox
          aria-label={scope}
          title={scope}
          checked={value.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...value, scope] : value.filter((one) => one !== scope))
          }
        />
      </label>
    ) : null;
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">Scopes</legend>
      {error ? (
        <p id={id} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      <table className="w-full text-sm [&_:is(td,th+th)]:w-14 [&_td]:py-0.5 [&_th]:font-normal">
        <thead className="text-muted">
          <tr>
            <th scope="col">
              <span className="sr-only">Resource</span>
            </th>
            <th scope="col">Read</th>
            <th scope="col">Write</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([resource, read, write]) => (
            <tr key={resource}>
              <th scope="row" className="py-1 text-left">
                {resource}
                {write && hints[write] ? (
                  <span className="text-xs text-muted max-sm:block sm:ml-2">{hints[write]}</span>
                ) : null}
              </th>
              <td>{choice(read)}</td>
              <td>{choice(write)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
