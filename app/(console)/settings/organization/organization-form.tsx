'use client';

import { useRouter } from 'next/navigation';
import { findProblems } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { useActionForm } from '@/components/form/use-action-form';
import { saveByKey } from '@/components/form/use-contract-form';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Options, Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { dateFormats, type OrganizationInput, organizationInput } from '@/lib/staff/account';
import { Section } from '../section';
import { updateOrganization } from './organization-actions';

type GeneralFields = Required<Pick<OrganizationInput, 'name' | 'country' | 'timeZone' | 'dateFormat'>>;
type AssistantFields = Required<Pick<OrganizationInput, 'assistantReads' | 'twoApprovers'>>;

interface OrganizationFormProps {
  values: GeneralFields;
  /** Names of countries by their letters. */
  countries: Record<string, string>;
  timeZones: Record<string, string>;
}

/** A form that sends its own values only: others may change the rest meanwhile. */
function useOrganizationForm<V extends OrganizationInput>(values: V) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const { mutateAsync } = useAction(updateOrganization, []);
  const { form, alertRef, save } = useActionForm<V, unknown>({
    defaultValues: values,
    check: (given) => findProblems(organizationInput, given),
    send: mutateAsync,
    onSent: (_, given) => {
      form.reset(given);
      router.refresh();
      toast.success('Organization updated');
    },
  });
  return { form, alertRef, save, isHydrated };
}

/** Name and defaults of the organization. */
export function OrganizationForm({ values, countries, timeZones }: OrganizationFormProps) {
  const { form, alertRef, save, isHydrated } = useOrganizationForm(values);
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <Section title="Organization" description="Used by the whole team.">
      <form noValidate onSubmit={save} onKeyDown={saveByKey} className="flex max-w-sm flex-col gap-4">
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field label="Name" error={errors.name?.message}>
          <Input {...form.register('name')} dir="auto" autoComplete="organization" readOnly={!isHydrated} />
        </Field>
        <Field label="Country" description="For phone numbers typed without a country code.">
          <Select {...form.register('country')} disabled={!isHydrated}>
            <Options labels={{ '': 'None', ...countries }} />
          </Select>
        </Field>
        <Field label="Time zone" description="Decides when a day starts, in lists and filters.">
          <Select {...form.register('timeZone')} disabled={!isHydrated}>
            <Options labels={{ '': 'Each person’s own', ...timeZones }} />
          </Select>
        </Field>
        <Field label="Date format">
          <Select {...form.register('dateFormat')} disabled={!isHydrated}>
            <Options labels={{ '': 'Each person’s own', ...dateFormats }} />
          </Select>
        </Field>
        <Button type="submit" disabled={!isDirty} pending={isSubmitting} className="self-start">
          Update
        </Button>
      </form>
    </Section>
  );
}

/** What assistants and scripts may do. */
export function AssistantsForm({ values }: { values: AssistantFields }) {
  const { form, alertRef, save, isHydrated } = useOrganizationForm(values);
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <Section title="Assistants and scripts" description="What API tokens may do.">
      <form noValidate onSubmit={save} onKeyDown={saveByKey} className="flex max-w-sm flex-col gap-4">
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field
          label="Contacts an assistant may read a day"
          error={errors.assistantReads?.message}
          description="For each token, counted anew at 00:00 UTC."
        >
          <Input
            type="number"
            min={0}
            {...form.register('assistantReads', { valueAsNumber: true })}
            readOnly={!isHydrated}
            className="w-32!"
          />
        </Field>
        <label className="-ml-1 flex items-start gap-2 text-sm">
          <Checkbox
            checked={form.watch('twoApprovers')}
            disabled={!isHydrated}
            onChange={({ target }) => form.setValue('twoApprovers', target.checked, { shouldDirty: true })}
          />
          <span className="pt-0.5">
            Two people approve each proposal
            <span className="block text-muted">For changes that assistants and scripts propose.</span>
          </span>
        </label>
        <Button type="submit" disabled={!isDirty} pending={isSubmitting} className="self-start">
          Update
        </Button>
      </form>
    </Section>
  );
}
