import { ChevronDown } from 'lucide-react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Choice } from '@/components/ui/select';
import type { ContactImport, ImportFormat } from '@/lib/contract/import';
import { PASTED } from '../pasted-rows';

const encodings: Record<ImportFormat['encoding'], string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-8-twice': 'Unicode, encoded twice (Ã¤ for ä)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western (Windows-1252)',
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
const quotes: Record<ImportFormat['quotes'], string> = {
  double: 'Double, written twice inside',
  backslash: 'Double, with a backslash inside',
  single: 'Single',
  line: 'Around whole lines',
};

/** The sheet to read, and folded options such as encoding and header line. */
export function FormatOptions({
  one,
  format,
  onChange,
}: {
  one: ContactImport;
  format: ImportFormat;
  onChange: (format: ImportFormat) => void;
}) {
  const label = one.name === PASTED ? 'Text options' : 'File options';
  const set = (values: Partial<ImportFormat>) => onChange({ ...format, ...values });
  return (
    <>
      {one.sheets.length > 0 ? (
        <Field label={one.isText ? 'File' : 'Sheet'}>
          <Choice
            value={format.sheet ?? ''}
            labels={Object.fromEntries(one.sheets.map((name) => [name, name]))}
            onChange={(sheet) => set({ sheet })}
          />
        </Field>
      ) : null}
      <details className="group">
        <summary className="flex w-fit items-center gap-1.5 rounded-md font-semibold select-none marker:content-none hover:text-muted">
          {label}
          <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
        </summary>
        <fieldset aria-label={label} className="flex min-w-0 flex-col gap-3 pt-3">
          {one.isText ? (
            <>
              <Field
                label="Encoding"
                description={
                  one.sample ? (
                    <bdi className="line-clamp-3 whitespace-pre-line wrap-anywhere">{one.sample}</bdi>
                  ) : undefined
                }
              >
                <Choice
                  value={format.encoding}
                  labels={encodings}
                  onChange={(encoding) => set({ encoding })}
                />
              </Field>
              <Field label="Delimiter">
                <Choice
                  value={format.delimiter}
                  labels={delimiters}
                  onChange={(delimiter) => set({ delimiter })}
                />
              </Field>
              <Field label="Quotation marks">
                <Choice value={format.quotes} labels={quotes} onChange={(mark) => set({ quotes: mark })} />
              </Field>
            </>
          ) : null}
          <Field label="First row">
            <Choice
              value={format.header ? 'header' : 'contact'}
              labels={{ header: 'Column names', contact: 'A contact' }}
              onChange={(first) => set({ header: first === 'header' })}
            />
          </Field>
          <Field label={format.header ? 'Header in line' : 'First contact in line'}>
            <Input
              key={format.firstLine}
              type="number"
              min={1}
              max={1_000_000}
              defaultValue={format.firstLine}
              onBlur={({ target }) => {
                const line = target.valueAsNumber;
                if (target.validity.valid && line !== format.firstLine) set({ firstLine: line });
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur();
              }}
            />
          </Field>
        </fieldset>
      </details>
    </>
  );
}
