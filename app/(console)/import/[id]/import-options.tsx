import { useCan } from '@/components/hooks/use-can';
import { SegmentPicker } from '@/components/pickers/segment-picker';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Choice } from '@/components/ui/select';
import type { ContactImport, ImportFormat, ImportSettings } from '@/lib/contract/import';
import { newSegmentId, withNewSegments } from '../../segments/new-segments';
import { useSegments } from '../../segments/use-segments';
import type { ImportChange } from './use-import-change';

const modes: Record<ImportSettings['mode'], string> = {
  both: 'New and existing contacts',
  create: 'New contacts only',
  update: 'Existing contacts only',
};
const encodings: Record<ImportFormat['encoding'], string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-8-twice': 'Unicode, encoded twice (Ã¤ for ä)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  gb18030: 'Chinese, simplified (GB 18030)',
  gbk: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  macintosh: 'Western European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm850: 'Western European (DOS 850)',
  ibm852: 'Central European (DOS 852)',
  ibm437: 'Western European (DOS 437)',
  ibm866: 'Cyrillic (DOS 866)',
  'koi8-r': 'Russian (KOI8-R)',
  'koi8-u': 'Ukrainian (KOI8-U)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-3': 'South European (ISO 8859-3)',
  'iso-8859-4': 'Baltic (ISO 8859-4)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'iso-8859-6': 'Arabic (ISO 8859-6)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'iso-8859-8': 'Hebrew (ISO 8859-8)',
  'iso-8859-10': 'Nordic (ISO 8859-10)',
  'iso-8859-13': 'Baltic (ISO 8859-13)',
  'iso-8859-14': 'Celtic (ISO 8859-14)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
};
const delimiters: Record<ImportFormat['delimiter'], string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  '^': 'Caret',
  '~': 'Tilde',
};
const separators: Record<string, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '|': 'Vertical bar',
  '/': 'Slash',
  ':::': 'Three colons',
  '': 'None',
};

interface ImportOptionsProps {
  one: ContactImport;
  change: ImportChange;
  /** Names by code. */
  countries: Record<string, string>;
}

export function ImportOptions({
  one,
  change: { format, settings, isReformatting, change },
  countries,
}: ImportOptionsProps) {
  const set = (values: Partial<ImportSettings>) => change({ settings: values });
  const reformat = (values: Partial<ImportFormat>) => change({ format: { ...format, ...values } });
  const { data: segments = [] } = useSegments();
  const mayCreate = useCan('createSegment');
  const isText = !one.name.toLowerCase().endsWith('.xlsx');
  const { segmentSeparator } = settings;
  return (
    <>
      <fieldset disabled={isReformatting} className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 font-semibold">Options</legend>
        <Field label="Import">
          <Choice value={settings.mode} labels={modes} onChange={(mode) => set({ mode })} />
        </Field>
        <label className="flex items-center gap-2 text-sm">
          <Checkbox
            checked={settings.fillBlanks}
            disabled={settings.mode === 'create'}
            onChange={({ target }) => set({ fillBlanks: target.checked })}
          />
          Fill blank fields only
        </label>
        <Field label="Country of phone numbers">
          <Choice
            value={settings.country ?? ''}
            labels={{ '': 'None: all begin with + and a country code', ...countries }}
            onChange={(country) => set({ country: country || null })}
          />
        </Field>
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
              <label className="flex items-center gap-2 text-sm">
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
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="pb-2 font-semibold">File</legend>
        {isText ? (
          <>
            <Field label="Encoding">
              <Choice
                value={format.encoding}
                labels={encodings}
                onChange={(encoding) => reformat({ encoding })}
              />
            </Field>
            <Field label="Delimiter">
              <Choice
                value={format.delimiter}
                labels={delimiters}
                onChange={(delimiter) => reformat({ delimiter })}
              />
            </Field>
          </>
        ) : null}
        <Field label="First row">
          <Choice
            value={format.header ? 'header' : 'contact'}
            labels={{ header: 'Column names', contact: 'A contact' }}
            onChange={(first) => reformat({ header: first === 'header' })}
          />
        </Field>
      </fieldset>
    </>
  );
}
