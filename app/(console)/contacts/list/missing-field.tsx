import type { UseQueryResult } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import {
  type ContactListState,
  contactListParameters,
  getConditions,
  isOwnField,
  withoutField,
} from '@/components/contacts/contact-list-state';
import { labelOfField } from '@/components/contacts/field-words';
import { toFieldsByName } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ReadFailed } from '@/components/ui/read-failed';
import { toast } from '@/components/ui/toast';

interface MissingFieldProps {
  state: ContactListState;
  list: Pick<UseQueryResult, 'error' | 'refetch'>;
  onChange(values: Partial<ContactListState>): void;
  onClear(): void;
}

/**
 * In place of a list that the service refuses: names the first field of its filters or order that is archived or deleted, with
 * the ways out, or else says why.
 */
export default function MissingField({ state, list, onChange, onClear }: MissingFieldProps) {
  const { data } = useRead('listFields', {}, { enabled: useCan('listFields') });
  const mayRestore = useCan('updateField');
  const { mutate: restore, isPending } = useOperation('updateField', {
    onError: (error) => toast.failed('Could not restore the field', error),
  });
  const fields = toFieldsByName(data ?? []);
  const sorted = state.sort.replace('-', '');
  const filtered = getConditions(state, new Map()).map(({ name }) => name);
  const name = [...filtered, sorted].find(
    (one) => data && isOwnField(one) && fields.get(one)?.archived !== false,
  );
  if (!name || !isOwnField(name))
    return (
      <ReadFailed
        collectionName="Contacts"
        error={list.error ?? new Error()}
        onRetry={() => list.refetch()}
        onClear={onClear}
      />
    );
  const field = fields.get(name);
  const label = labelOfField(name, fields) ?? name;
  const isFilter = filtered.includes(name);
  return (
    <EmptyState
      icon={Archive}
      title={`${label} is ${field ? 'archived' : 'deleted'}`}
      actions={
        <>
          {field && mayRestore ? (
            <Button pending={isPending} onClick={() => restore({ id: field.id, body: { archived: false } })}>
              Restore field
            </Button>
          ) : null}
          <Button
            onClick={() =>
              onChange({
                ...withoutField(name, state),
                ...(sorted === name && { sort: contactListParameters.sort.defaultValue }),
              })
            }
          >
            {isFilter ? 'Remove filter' : 'Remove sort'}
          </Button>
        </>
      }
    >
      <p role="alert">This list is {isFilter ? 'filtered' : 'sorted'} by it, so nobody is shown.</p>
    </EmptyState>
  );
}
