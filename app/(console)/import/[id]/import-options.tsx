import { useCan } from '@/components/hooks/use-can';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { newSegmentId, withNewSegments } from '@/components/segments/new-segments';
import { useSegments } from '@/components/segments/use-segments';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Choice } from '@/components/ui/select';
import type { ContactImport, ImportSettings } from '@/lib/contract/import';
import { FormatOptions } from './format-options';
import { asksForCountry, CountryField } from './import-notices';
import type { ImportChange } from './use-import-change';

const modes: Record<ImportSettings['mode'], string> = {
  both: 'New and existing contacts',
  create: 'New contacts only',
  update: 'Existing contacts only',
};
const separators: Record<string, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '|': 'Vertical bar',
  ',;': 'Comma or semicolon',
  ' / ': 'Slash between spaces',
  '/': 'Slash',
  ' + ': 'Plus between spaces',
  '#': 'Number sign before each',
  ':::': 'Three colons',
  '': 'None',
};

interface ImportOptionsProps {
  one: ContactImport;
  change: ImportChange;
  /** Country names by code. */
  countries: Record<string, string>;
}

/** Settings of an import: what to write, country of phones, segments, and how to read the file. */
export function ImportOptions({ one, change: importChange, countries }: ImportOptionsProps) {
  const { format, settings, isReformatting, change } = importChange;
  const set = (values: Partial<ImportSettings>) => change({ settings: values });
  const { data: segments = [] } = useSegments();
  const mayCreate = useCan('createSegment');
  const { segmentSeparator } = settings;
  return (
    <>
      <fieldset disabled={isReformatting} className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 font-semibold">Options</legend>
        <Field label="Import">
          <Choice value={settings.mode} labels={modes} onChange={(mode) => set({ mode })} />
        </Field>
        <label className="-ml-1 flex items-center gap-2 text-sm">
          <Checkbox
            checked={settings.fillBlanks}
            disabled={settings.mode === 'create'}
            onChange={({ target }) => set({ fillBlanks: target.checked })}
          />
          Fill blank fields only
        </label>
        {asksForCountry(one) ? null : <CountryField change={importChange} countries={countries} />}
        <Field label="Segments for all rows">
          <SegmentPicker
            segments={withNewSegments(segments, settings.segmentIds)}
            value={settings.segmentIds}
            onChange={(segmentIds) => set({ segmentIds })}
            onCreate={
              mayCreate
                ? (title) => set({ segmentIds: [...settings.segmentIds, newSegmentId(title)] })
                : undefined
            }
          />
        </Field>
        {settings.targets.includes('segments') ? (
          <>
            <Field label="Segment separator">
              <Choice
                value={segmentSeparator}
                labels={
                  segmentSeparator in separators
                    ? separators
                    : { ...separators, [segmentSeparator]: segmentSeparator }
                }
                onChange={(separator) => set({ segmentSeparator: separator })}
              />
            </Field>
            {mayCreate ? (
              <label className="-ml-1 flex items-center gap-2 text-sm">
                <Checkbox
                  checked={settings.createSegments}
                  onChange={({ target }) => set({ createSegments: target.checked })}
                />
                Create unknown segments
              </label>
            ) : null}
          </>
        ) : null}
      </fieldset>
      <FormatOptions one={one} format={format} onChange={(next) => change({ format: next })} />
    </>
  );
}
