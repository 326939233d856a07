import * as z from 'zod';
import { actor } from './actor';
import { changedOrOwnField } from './contact';
import { contactFields } from './contact-fields';
import { fieldPath } from './contact-filter';
import { field, MOST_FIELDS, newField } from './field';
import { KEPT_LISTED, keptContact } from './kept';
import { search } from './page';
import { segmentIds } from './segment';
import { BODY, count, requiredLine, time, uuid } from './text';

/** Maximum file size in bytes. */
export const IMPORT_FILE_LIMIT = 200 * 1024 * 1024;
export const IMPORT_ROWS_LISTED = 100;

/**
 * `prefix` to `suffix`: parts of names besides first and last name; `segmentFlag`: a column named after a segment, with `x`
 * for its contacts; `phoneCountry`, `areaCode`: prefixes of the phone number in the same row; `note`: a column whose name and
 * value become a note of each contact that is created or updated; `doNotContact`: a column that tells who has unsubscribed, or whom
 * mail does not reach, and marks them.
 */
export const nameParts = ['prefix', 'middleName', 'lastNamePrefix', 'suffix'] as const;
export type NamePart = (typeof nameParts)[number];
export const importTargets = [
  ...contactFields,
  'phoneCountry',
  'areaCode',
  'fullName',
  ...nameParts,
  'segments',
  'segmentFlag',
  'referralCode',
  'note',
  'doNotContact',
  'id',
] as const;
/** What a column is imported as; `fields.plan` for an own field. */
export type ImportTarget = (typeof importTargets)[number] | z.infer<typeof fieldPath>;

const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, `One of ${values.map((value) => (value === '\t' ? 'tab' : value)).join(' ')}.`);
const flag = z.boolean('true or false.');

/** Labels of the Encoding Standard, `utf-8-twice`, which reads `Ã¤` as `ä`, and three DOS code pages. */
export const importEncodings = [
  ...([
    'utf-8',
    'utf-8-twice',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'windows-1250',
    'windows-1251',
  ] as const),
  ...([
    'windows-1253',
    'windows-1254',
    'windows-1255',
    'windows-1256',
    'windows-1257',
    'windows-1258',
  ] as const),
  ...([
    'windows-874',
    'iso-8859-2',
    'iso-8859-3',
    'iso-8859-4',
    'iso-8859-5',
    'iso-8859-6',
    'iso-8859-7',
  ] as const),
  ...(['iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15'] as const),
  ...([
    'shift_jis',
    'euc-jp',
    'iso-2022-jp',
    'gb18030',
    'gbk',
    'big5',
    'euc-kr',
    'koi8-r',
    'koi8-u',
  ] as const),
  ...(['macintosh', 'x-mac-cyrillic', 'ibm866', 'ibm437', 'ibm850', 'ibm852'] as const),
] as const;
export type ImportEncoding = (typeof importEncodings)[number];

/** Format of a delimited file. */
export const importFormat = z
  .strictObject(
    {
      encoding: oneOf(importEncodings),
      delimiter: oneOf([',', ';', '\t', '|', '^', '~']),
      header: flag.describe('Whether the first record of the table names the columns'),
      firstLine: z
        .int('A line of the file.')
        .min(1, 'A line of the file.')
        .max(1_000_000, 'A line of the file.')
        .default(1)
        .describe('Line where the table begins; what stands before it is left out'),
      quotes: oneOf(['double', 'backslash', 'single', 'line'])
        .default('double')
        .describe(
          'Quotation marks around cells: `"`, doubled or with a backslash inside of a cell; single ones; or `"` around whole lines',
        ),
      sheet: z
        .string('The name of a sheet.')
        .max(200, 'The name of a sheet.')
        .nullable()
        .default(null)
        .describe('Of a workbook, or a file in an archive: one of `sheets`'),
    },
    'A format has encoding, delimiter and header.',
  )
  .meta({ id: 'ImportFormat' });

export type ImportFormat = z.infer<typeof importFormat>;

const A_TARGET = `One of ${importTargets.join(' ')}, or fields.… for one of your own.`;

const settings = {
  targets: z
    .array(
      z.union([z.enum(importTargets), fieldPath], A_TARGET).nullable(),
      'A list with one entry per column.',
    )
    .max(1_000, 'At most 1,000 columns.')
    .describe(
      'What each column is imported as, `fields.plan` for an own field; `null` to skip it. Of several columns with the same meaning, the first filled one counts',
    ),
  newFields: z
    .array(newField, 'A list of fields.')
    .max(MOST_FIELDS, `At most ${MOST_FIELDS} fields.`)
    .optional()
    .describe(
      'Fields that the run creates, named in `targets`; needs the scope fields:manage. Choices are those of the column. One that exists by then is used',
    ),
  columnOrder: z
    .array(z.int().min(0), 'A list of column numbers from 0.')
    .max(1_000, 'At most 1,000 columns.')
    .default([])
    .describe('Columns that count before others with the same meaning, the first one first'),
  mode: oneOf(['both', 'create', 'update']).describe('Create and update contacts, or only one of the two'),
  fillBlanks: flag.describe('Update only blank fields of existing contacts'),
  country: z
    .string('Two letters, e.g. DE.')
    .regex(/^[A-Z]{2}$/, 'Two letters, e.g. DE.')
    .nullable()
    .describe('Country of phone numbers without a country code (ISO 3166)'),
  segmentSeparator: z
    .string('Up to 3 characters.')
    .max(3, 'Up to 3 characters.')
    .describe(
      'Separates titles within a cell; `,;`: comma or semicolon, `#`: each title begins with it, empty: nothing does. Line breaks and JSON lists separate, too',
    ),
  createSegments: flag.describe('Create segments for unknown titles'),
  sharedAddresses: oneOf(['hold', 'leaveOut', 'update'])
    .default('hold')
    .describe(
      'Rows of other people with an email or phone that a contact has: `hold` them back, `leaveOut` the shared address where there is another, or `update` that contact',
    ),
  unusualPhones: oneOf(['leaveOut', 'import'])
    .default('leaveOut')
    .describe('Phone numbers that no numbering plan knows, or that can be read in two ways'),
};
const forEveryRow = { description: 'Segments for every row' };

const importSettings = z
  .object({ ...settings, segmentIds: z.array(z.guid()).meta(forEveryRow) })
  .meta({ id: 'ImportSettings' });

export type ImportSettings = z.infer<typeof importSettings>;

/** Storage used by the organization's uploads, exports and undo records. */
export const importListMeta = z.object({
  storedBytes: z.int().describe('Bytes that uploads, exports and undo records take up, about'),
  storageLimit: z.int().nullable().describe('Bytes that they may take up; beyond it, 409'),
});

export type ImportListMeta = z.infer<typeof importListMeta>;

export const importListQuery = z.strictObject({
  underWay: z
    .literal('true', 'true, or leave it out.')
    .optional()
    .describe('Only imports that are being planned, run or undone'),
});

/** Query of POST /imports; the body is the file. */
export const importCreateQuery = z.strictObject({
  name: requiredLine(200, 'A file name is required.').meta({
    openapi: { type: 'string', maxLength: 200, description: 'Name of the file', example: 'contacts.csv' },
  }),
  segmentId: uuid.optional().describe('A segment for every row, instead of those of the latest such file'),
  copyOf: uuid
    .optional()
    .describe('An import whose file, settings and corrections are used again, instead of a body'),
});

/** Body of PUT /imports/{id}. After a format change, settings are guessed again unless given, too. */
export const importUpdate = z
  .strictObject(
    {
      format: importFormat.optional(),
      settings: z
        .strictObject(
          { ...settings, segmentIds: segmentIds.meta(forEveryRow) },
          'An object with all settings.',
        )
        .optional(),
    },
    BODY,
  )
  .meta({ id: 'ImportUpdate' });

const CORRECTED_ROWS = 200;

/** Body of POST /imports/{id}/corrections. */
export const importCorrections = z
  .strictObject(
    {
      rows: z
        .array(
          z.strictObject(
            {
              line: z.int('A line of the file.').min(1, 'A line of the file.'),
              cells: z
                .array(
                  z.strictObject(
                    {
                      column: z.int('A column number from 0.').min(0, 'A column number from 0.'),
                      value: z.string('This must be text.').max(2_000, 'At most 2,000 characters.'),
                    },
                    'A cell has column and value.',
                  ),
                  'A list of cells.',
                )
                .min(1, 'Give a cell.')
                .max(1_000, 'At most 1,000 cells.'),
            },
            'A row has line and cells.',
          ),
          'A list of rows.',
        )
        .min(1, 'Give a row.')
        .max(CORRECTED_ROWS, `At most ${CORRECTED_ROWS} rows.`)
        .optional()
        .describe('Cells that count instead of those in the file'),
      country: settings.country
        .unwrap()
        .optional()
        .describe(
          'Country of all numbers without a country code, instead of `rows`; sets `settings.country`',
        ),
    },
    BODY,
  )
  .refine(({ rows, country }) => !rows !== !country, { message: 'Give rows or a country.' })
  .meta({
    id: 'ImportCorrections',
    oneOf: [{ required: ['rows'] }, { required: ['country'] }],
    example: { rows: [{ line: 7, cells: [{ column: 1, value: '+49 30 901820' }] }] },
  });

export type ImportCorrections = z.infer<typeof importCorrections>;

export const importStates = [
  'uploaded',
  'planning',
  'planned',
  'running',
  'finished',
  'cancelled',
  'failed',
  'undoing',
  'undone',
  'partly-undone',
] as const;
export type ImportState = (typeof importStates)[number];

/**
 * `rejected`: unreadable, or without email and phone; `conflict`: email and phone belong to two contacts; `shared`: another
 * person has this email or phone; `skipped`: because of the mode.
 */
export const importOutcomes = [
  'created',
  'updated',
  'unchanged',
  'skipped',
  'shared',
  'conflict',
  'rejected',
] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const outcomes = z.object(
  Object.fromEntries(importOutcomes.map((name) => [name, count])) as Record<ImportOutcome, typeof count>,
);

/**
 * Why a value is not imported. `empty`: text that stands for no value; `damaged` by a spreadsheet; `noCountry`: a phone without
 * country code; `unusual`: see `unusualPhones`; `extra`: text beside the value; `otherColumn`: another column counts;
 * `shared`: see `sharedAddresses`; `unknown`: no such segment or referral code.
 */
export const leftOutReasons = [
  'empty',
  'invalid',
  'damaged',
  'noCountry',
  'unusual',
  'extra',
  'otherColumn',
  'shared',
  'unknown',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A file of contacts, its plan and its run. */
export const contactImport = z
  .object({
    id: z.guid(),
    name: z.string(),
    size: count.describe('Bytes'),
    state: z.enum(importStates),
    undo: z.boolean().describe('Whether an undo has been started'),
    error: z
      .string()
      .nullable()
      .describe('Why the plan, run or undo failed or, while it is running, why it waits'),
    format: importFormat,
    sheets: z
      .array(z.string())
      .default([])
      .describe('Sheets of a workbook, or files in an archive, where there are several'),
    otherTables: z
      .array(z.int())
      .default([])
      .describe('Lines where other tables with emails or phones begin, below or above the one that is read'),
    isText: z
      .boolean()
      .default(true)
      .describe('Whether encoding, delimiter and quotation marks can be chosen'),
    sample: z
      .string()
      .default('')
      .describe('Some text with other than ASCII characters, in the chosen encoding'),
    columns: z.array(
      z.object({
        name: z.string(),
        samples: z.array(z.string()),
        tellsUnsubscribed: z
          .boolean()
          .default(false)
          .describe('Whether it probably tells who does not want to be written to'),
        newField: newField.optional().describe('The field that the column could become, for `newFields`'),
      }),
    ),
    settings: importSettings,
    plan: outcomes
      .extend({
        rows: count,
        repeated: count.describe('Rows about the same contact as an earlier row'),
        share: z.number().min(0).max(1).describe('Share of the file read so far'),
        newSegments: z.array(z.string()),
        newFields: z
          .array(field.pick({ key: true, label: true, type: true, options: true }))
          .optional()
          .describe('Fields that the run creates'),
        unusualPhones: z
          .object({
            count,
            first: z.array(z.object({ line: z.int(), phone: z.string() })).describe('The first 20'),
          })
          .describe('Phone numbers that no numbering plan knows, or that can be read in two ways'),
        leftOut: count.describe('Rows that are imported without some of their values'),
        leftOutReasons: z
          .partialRecord(z.enum(leftOutReasons), count)
          .describe('Rows with values that are left out, by reason'),
        corrected: count.describe('Rows with values that are read otherwise than they are written'),
        doNotContact: count.optional().describe('Rows that are marked “Do not contact”, if any'),
        suggestedCountry: z
          .string()
          .nullable()
          .describe('Country that fits the phone numbers without a country code (ISO 3166)'),
      })
      .nullable()
      .describe('Number of rows by outcome; nothing has been written'),
    run: outcomes
      .extend({
        rows: count.describe('Rows processed'),
        total: count.describe('Rows to process: all that were not rejected'),
        changed: count.describe('Rows with another outcome than planned'),
        undone: count.describe('Contacts reverted by the undo'),
        kept: count.describe('Contacts that the undo has kept, because they were changed or used since'),
        startedAt: time,
      })
      .nullable(),
    createdAt: time,
    createdBy: z.string(),
    actor: actor.nullable(),
    updatedAt: time,
  })
  .meta({ id: 'Import' });

export type ContactImport = z.infer<typeof contactImport>;

const filters = [
  ...importOutcomes,
  'noChange',
  'heldBack',
  'leftOut',
  'corrected',
  'repeated',
  'changed',
] as const;
export type ImportRowFilter = (typeof filters)[number];

export const importRowsQuery = z.strictObject({
  outcome: oneOf(filters)
    .optional()
    .describe(
      'Only rows with this outcome; `noChange`: unchanged or skipped; `heldBack`: shared, conflict or rejected; `leftOut`, `corrected`: with such values; `changed`: another outcome than planned',
    ),
  search: search.optional(),
  after: z
    .string('A line of the file.')
    .regex(/^\d{1,9}$/, 'A line of the file.')
    .transform(Number)
    .optional()
    .meta({ openapi: { type: 'integer', minimum: 0, description: 'Only rows after this line' } }),
});

/** A row of the file. */
export const importRow = z
  .object({
    line: z.int().min(1).describe('Line of the file where the row begins'),
    outcome: z.enum(importOutcomes).describe('Planned outcome'),
    result: z.enum(importOutcomes).nullable().describe('Actual outcome of the run'),
    changed: z
      .boolean()
      .default(false)
      .describe('Whether the run had another outcome than planned, or wrote other values'),
    contactId: z.guid().nullable(),
    fields: z.record(z.string(), z.string()).describe('Normalized, as imported'),
    changes: z.array(changedOrOwnField),
    segmentsAdded: z.array(z.string()).describe('Titles'),
    leftOut: z
      .array(
        z.object({
          column: z.string().nullable(),
          value: z.string().nullable(),
          reason: z.enum(leftOutReasons),
          message: z.string(),
        }),
      )
      .default([])
      .describe('Values that are not imported'),
    corrected: z
      .array(z.object({ column: z.string().nullable(), value: z.string(), readAs: z.string() }))
      .default([])
      .describe('Values that are read otherwise than they are written'),
    repeats: z.int().nullable().describe('Line of the previous row about the same contact'),
    cells: z
      .array(z.string())
      .nullable()
      .default(null)
      .describe(
        'All cells, as corrected, of rows that can be corrected before the run: those that are rejected, held back, imported without some of their values, or corrected already',
      ),
    problems: z.array(
      z.object({
        column: z.string().nullable(),
        value: z.string().nullable(),
        message: z.string(),
        contactId: z.guid().nullable().describe('The other contact that has this value'),
      }),
    ),
  })
  .meta({ id: 'ImportRow' });

export type ImportRow = z.infer<typeof importRow>;

/** What undoing an import would do. */
export const importUndoPlan = z
  .object({
    trash: count.describe('Created contacts to move to the trash'),
    restore: count.describe('Updated contacts to revert'),
    keep: count.describe('Contacts to keep, because they were changed or used since'),
    kept: z.array(keptContact).describe(`The first ${KEPT_LISTED} contacts to keep`),
  })
  .meta({ id: 'ImportUndoPlan' });

export type ImportUndoPlan = z.infer<typeof importUndoPlan>;
