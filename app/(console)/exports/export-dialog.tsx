import { type FormEvent, use, useId, useState } from 'react';
import { useOwnFields } from '@/components/contacts/own-fields';
import { saveByKey } from '@/components/form/use-contract-form';
import { toSearch } from '@/components/hooks/reply';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { dataHref, useRead } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Choice } from '@/components/ui/select';
import { MOST_IDS, type SelectedContacts, TOO_MANY_IDS } from '../bulk-changes/selected-contacts';
import { columnLabels, toExportColumns, toShownColumns } from './export-columns';
import {
  type ExportColumn,
  type ExportFormat,
  exportFormats,
  exportQuery,
  exportWords,
  isLargeExport,
  mailingColumns,
} from './export-query';
import { ExportedListContext } from './exported-list';

const presets = { shown: 'Columns in the list', all: 'All columns', mailing: 'Mailing list' } as const;
const formatLabels = Object.fromEntries(
  Object.entries(exportFormats).map(([name, { label }]) => [name, label]),
) as Record<ExportFormat, string>;

interface ExportDialogProps {
  contacts: SelectedContacts;
  /** Whether the count of contacts is a lower bound. */
  atLeast?: boolean;
  onClose(): void;
}

/** Downloads contacts as CSV or .xlsx, with a choice of columns and format. Large exports run in the background instead. */
export default function ExportDialog({ contacts, atLeast = false, onClose }: ExportDialogProps) {
  const formId = useId();
  const mayCreate = useCan('createExport');
  const list = use(ExportedListContext);
  const own = useOwnFields();
  const labels = columnLabels(own);
  const offered = toExportColumns(list, useMay(), own);
  const { shown: _, ...withoutList } = presets;
  const [preset, setPreset] = useState<keyof typeof presets>(list ? 'shown' : 'all');
  /** Columns of a preset. */
  const inPreset = { shown: list ? toShownColumns(list, own) : [], all: offered, mailing: mailingColumns };
  const [ticked, setTicked] = useState<readonly ExportColumn[]>(inPreset[preset]);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const columns = preset === 'mailing' ? [...new Set([...mailingColumns, ...offered])] : offered;
  const chosen = columns.filter((column) => ticked.includes(column));
  const isLarge = mayCreate && isLargeExport(contacts, atLeast);
  const { mutate, isPending, error } = useOperation('createExport', { onSuccess: onClose });
  const isTooMany = contacts.selected.size > MOST_IDS;
  const [withMarked, setWithMarked] = useState(false);
  const which = contacts.all ? { filter: contacts.all.filter } : { ids: [...contacts.selected.keys()] };
  const { data: counted } = useRead(
    'countContactSegments',
    { body: { ...which, countDoNotContact: true } },
    { enabled: useCan('countContactSegments') && !isTooMany },
  );
  const { total = 0 } = counted ?? {};
  const marked = contacts.all?.filter.doNotContact === 'true' ? 0 : (counted?.doNotContact ?? 0);
  const exported = total - (withMarked ? 0 : marked);
  const words =
    exported < total
      ? `${formatCount(exported)} of ${formatCountOf(total, 'contact')} ${contacts.all?.words ?? ''}`
      : exportWords(contacts, atLeast);

  const toggle = (column: ExportColumn) =>
    setTicked(ticked.includes(column) ? ticked.filter((one) => one !== column) : [...ticked, column]);

  function download(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0 || isTooMany) return;
    const query = exportQuery(contacts, chosen, format, {
      withEmail: preset === 'mailing',
      withMarked,
      sort: list?.sort,
    });
    if (isLarge) return mutate({ query });
    sendForm(contacts.all ? 'GET' : 'POST', dataHref('exportContacts', {}), toSearch(query));
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Export contacts"
      description={<bdi>{words}</bdi>}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0 || isTooMany}
            pending={isPending}
            type="submit"
            form={formId}
          >
            {isLarge
              ? 'Start export'
              : counted && preset !== 'mailing'
                ? `Export ${formatCountOf(exported, 'contact')}`
                : 'Export'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={download} onKeyDown={saveByKey} className="flex flex-col gap-4">
        {isTooMany ? <FormAlert title={TOO_MANY_IDS} /> : null}
        {error ? <FormAlert title={<ErrorText error={error} />} /> : null}
        {isLarge ? (
          <p className="text-sm text-muted">
            Runs in the background. Download the file at the bottom of the page within a day.
          </p>
        ) : null}
        {marked > 0 ? (
          <label className="-ml-1 flex min-h-7 items-center gap-2 text-sm">
            <Checkbox checked={withMarked} onChange={() => setWithMarked(!withMarked)} />
            Include {formatCount(marked)} marked “Do not contact”
          </label>
        ) : null}
        <Field label="Preset" description={preset === 'mailing' ? 'Only contacts with an email' : undefined}>
          <Choice
            className="w-full"
            value={preset}
            labels={list ? presets : (withoutList as typeof presets)}
            onChange={(one) => {
              setPreset(one);
              setTicked(inPreset[one]);
            }}
          />
        </Field>
        <fieldset className="min-w-0">
          <legend className="pb-1 text-sm font-medium">Columns</legend>
          <div className="grid grid-cols-2 gap-x-4">
            {columns.map((column) => (
              <label key={column} className="-ml-1 flex min-h-7 items-center gap-2 text-sm">
                <Checkbox checked={ticked.includes(column)} onChange={() => toggle(column)} />
                {labels[column]}
              </label>
            ))}
          </div>
        </fieldset>
        <Field label="Format" description={exportFormats[format].description}>
          <Choice
            className="w-full"
            value={format}
            labels={formatLabels}
            onChange={(one) => setFormat(one)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

/** Submits a form. The page stays, because the response is a file. */
function sendForm(method: 'GET' | 'POST', action: string, fields: URLSearchParams): void {
  const form = document.createElement('form');
  form.method = method;
  form.action = action;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
