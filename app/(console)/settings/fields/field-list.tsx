'use client';

import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Ellipsis,
  ListPlus,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { typeNames } from '@/components/contacts/field-type-names';
import type { Column } from '@/components/data-table/columns';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { formatCountOf } from '@/components/text/format-count';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import * as Menu from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Field } from '@/lib/contract/field';
import DeleteDialog from './delete-dialog';
import { FieldDialog } from './field-dialog';
import TypeDialog from './type-dialog';

type Open = { kind: 'add' } | { kind: 'edit' | 'type' | 'delete'; field: Field };

/** The organization's own fields in their order, to create, change, move, archive and delete. */
export function FieldList() {
  const list = useRead('listFields', {});
  const [open, setOpen] = useState<Open | null>(null);
  const { mutate: update } = useOperation('updateField', {
    onError: (error) => toast.failed('Could not change the field', error),
  });
  const rows = list.data?.toSorted((one, other) => Number(one.archived) - Number(other.archived));
  const columns = useMemo(
    () =>
      fieldColumns({
        onEdit: (field) => setOpen({ kind: 'edit', field }),
        onMove: (field, position) => update({ id: field.id, body: { position } }),
        onArchive: (field, archived = true) =>
          update(
            { id: field.id, body: { archived } },
            {
              onSuccess: () =>
                toast.success(`${archived ? 'Archived' : 'Restored'} ${field.label}`, {
                  action: {
                    label: 'Undo',
                    onClick: () => update({ id: field.id, body: { archived: !archived } }),
                  },
                }),
            },
          ),
        onDelete: (field) => setOpen({ kind: 'delete', field }),
        fields: rows ?? [],
      }),
    [update, rows],
  );
  const close = () => setOpen(null);
  return (
    <ResourceList
      insideTabs
      title="Fields"
      description="What contacts can have besides email, phone, name, job title and company."
      collectionName="The fields"
      query={list}
      columns={columns}
      rows={rows}
      add={{ label: 'Create field', onClick: () => setOpen({ kind: 'add' }) }}
      empty={{
        icon: ListPlus,
        title: 'No fields of your own',
        text: 'Add what else you know about contacts: a customer number, a plan, a birthday. An import can create fields, too.',
      }}
    >
      {open?.kind === 'add' ? <FieldDialog onClose={close} /> : null}
      {open?.kind === 'edit' ? (
        <FieldDialog
          field={open.field}
          onChangeType={() => setOpen({ ...open, kind: 'type' })}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'type' ? <TypeDialog field={open.field} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteDialog field={open.field} onClose={close} /> : null}
    </ResourceList>
  );
}

interface Actions {
  onEdit(field: Field): void;
  onMove(field: Field, position: number): void;
  onArchive(field: Field, archived?: boolean): void;
  onDelete(field: Field): void;
  fields: readonly Field[];
}

const fieldColumns = (actions: Actions): Column<Field>[] => [
  {
    id: 'label',
    label: 'Field',
    cell: ({ label, key, type, options, archived }) => (
      <div className="flex flex-col gap-0.5 py-1.5 whitespace-normal">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium wrap-anywhere">{label}</bdi>
          {archived ? <Badge>Archived</Badge> : null}
        </p>
        <p className="text-sm text-muted sm:hidden">{describeType({ type, options })}</p>
        <code className="font-mono text-sm wrap-anywhere text-muted sm:hidden">{key}</code>
      </div>
    ),
  },
  {
    id: 'key',
    label: 'Key',
    className: 'hidden sm:table-cell',
    cell: ({ key }) => (
      <code className="font-mono text-muted" title={key}>
        {key}
      </code>
    ),
  },
  {
    id: 'type',
    label: 'Type',
    className: 'hidden sm:table-cell text-muted',
    cell: describeType,
  },
  {
    id: 'actions',
    labelHidden: true,
    label: 'Actions',
    className: 'flex-none w-16 text-right! pr-4! md:pr-6!',
    cell: (field) => <FieldMenu field={field} {...actions} />,
  },
];

/** "Choice of 3 options" */
const describeType = ({ type, options }: Pick<Field, 'type' | 'options'>): string =>
  typeNames[type] + (options ? `, ${formatCountOf(options.length, 'option')}` : '');

function FieldMenu({ field, fields, onEdit, onMove, onArchive, onDelete }: Actions & { field: Field }) {
  const { archived, label } = field;
  const active = fields.filter((one) => !one.archived);
  const index = active.indexOf(field);
  const [before, after] = [active[index - 1], archived ? undefined : active[index + 1]];
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${label}`}>
            <Ellipsis aria-hidden className="text-muted" />
          </Button>
        }
      />
      <Menu.Popup align="end">
        <Menu.Item onClick={() => onEdit(field)}>
          <Pencil aria-hidden /> Edit
        </Menu.Item>
        {before ? (
          <Menu.Item onClick={() => onMove(field, before.position)}>
            <ArrowUp aria-hidden /> Move up
          </Menu.Item>
        ) : null}
        {after ? (
          <Menu.Item onClick={() => onMove(field, after.position)}>
            <ArrowDown aria-hidden /> Move down
          </Menu.Item>
        ) : null}
        <Menu.Separator />
        <Menu.Item onClick={() => onArchive(field, !archived)}>
          {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {archived ? 'Restore' : 'Archive'}
        </Menu.Item>
        {archived ? (
          <Menu.Item danger onClick={() => onDelete(field)}>
            <Trash2 aria-hidden /> Delete
          </Menu.Item>
        ) : null}
      </Menu.Popup>
    </Menu.Root>
  );
}
