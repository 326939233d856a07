import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { browserError } from '@/components/hooks/call-error';
import { useOperation } from '@/components/hooks/use-operation';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { type EventType, eventTypes } from '@/lib/contract/event';
import { type Webhook, type WebhookWithSecret, webhookCreate } from '@/lib/contract/webhook';
import { ShownSecret } from './shown-secret';
import { eventWords } from './webhook-words';

interface Values {
  url: string;
  /** Event types; `null` for all. */
  types: EventType[] | null;
}

const UNSEEN = browserError(
  'NETWORK',
  'No response. If the webhook was created, open it and rotate its secret.',
);

/** Creates a webhook and shows its secret, or edits one. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose(): void }) {
  const [added, setAdded] = useState<WebhookWithSecret | null>(null);
  const { mutateAsync: create } = useOperation('createWebhook', { noAnswer: UNSEEN });
  const { mutateAsync: update } = useOperation('updateWebhook');
  const actionForm = useActionForm<Values, Webhook | WebhookWithSecret>({
    defaultValues: { url: webhook?.url ?? '', types: webhook?.types ?? null },
    check: (values) => findProblems(webhookCreate, values),
    send: (body) => (webhook ? update({ id: webhook.id, body }) : create({ body })),
    onSent(data) {
      if ('secret' in data) return setAdded(data);
      toast.success('Webhook saved');
      onClose();
    },
  });
  const { form } = actionForm;
  const { errors } = form.formState;
  if (added) return <ShownSecret title="Webhook created" secret={added.secret} onClose={onClose} />;
  const action = webhook ? 'Save' : 'Create webhook';
  return (
    <FormDialog {...actionForm} title={webhook ? 'Edit webhook' : action} action={action} onClose={onClose}>
      <Field
        label="URL"
        error={errors.url?.message}
        description={errors.url ? undefined : 'For example https://hooks.example.com/roster'}
        required
      >
        <Input
          {...form.register('url')}
          type="url"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Controller
        control={form.control}
        name="types"
        render={({ field, fieldState }) => (
          <TypeChoice value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
    </FormDialog>
  );
}

interface TypeChoiceProps {
  value: readonly EventType[] | null;
  onChange(types: EventType[] | null): void;
  error: string | undefined;
}

/** Chooses the events of a webhook; `null` for all, also future ones. */
function TypeChoice({ value, onChange, error }: TypeChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">Events</legend>
      {error ? (
        <p id={id} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      <TypeCheckbox
        label="All events"
        checked={value === null}
        onChange={(checked) => onChange(checked ? null : [])}
      />
      {value ? (
        <ul className="grid sm:grid-cols-2">
          {eventTypes.map((type) => (
            <li key={type}>
              <TypeCheckbox
                label={eventWords(type)}
                checked={value.includes(type)}
                onChange={(checked) =>
                  onChange(eventTypes.filter((one) => (one === type ? checked : value.includes(one))))
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** A labeled checkbox. */
const TypeCheckbox = ({ label, checked, onChange }: ChoiceProps) => (
  <label className="-ml-2 flex items-center gap-2 rounded-md p-1 text-sm hover:bg-hover">
    <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);
