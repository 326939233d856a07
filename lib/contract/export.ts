import * as z from 'zod';
import { actor } from './actor';
import { type ContactInclude, contactIds, contactSort } from './contact';
import { contactFields } from './contact-fields';
import { contactFilterQuery, fieldPath, repeated } from './contact-filter';
import { count, time } from './text';

/** Columns of an export that names none. */
export const defaultExportColumns = ['id', ...contactFields, 'segments', 'createdAt', 'updatedAt'] as const;

/** Columns that are not in a contact's row, with what a list includes for them. */
export const includedExportColumns = {
  referralCodes: 'redemptions',
  addedBy: 'addedBy',
  lastNote: 'lastNote',
} as const satisfies Record<string, ContactInclude>;

export type ExportColumn = (typeof defaultExportColumns)[number] | keyof typeof includedExportColumns;
export const exportColumns = [
  ...defaultExportColumns,
  ...(Object.keys(includedExportColumns) as (keyof typeof includedExportColumns)[]),
];
const SOME_COLUMNS = `A comma-separated list of ${exportColumns.join(', ')}, or fields.… for the organization's own.`;

/** Days until an export is deleted. */
export const EXPORT_DAYS = 1;

/** A CSV file written in the background. */
export const contactExport = z
  .object({
    id: z.guid(),
    name: z.string().describe('Name of the file'),
    state: z.enum(['running', 'finished', 'failed']),
    contacts: count.describe('Contacts written so far'),
    leftOut: count.optional().describe('Contacts left out because they must not be contacted, if any'),
    error: z.string().nullable().describe('Why it failed'),
    createdAt: time,
    expiresAt: time.describe('When the file is deleted'),
    actor,
  })
  .meta({ id: 'Export' });

export type ContactExport = z.infer<typeof contactExport>;

const { segmentMatch: _, timeZone: __, ...narrowing } = contactFilterQuery;
/** Parameters that filter; `segmentMatch`, which has a default, and `timeZone` have no effect alone. */
const filterNames = Object.keys(narrowing) as (keyof typeof narrowing)[];

/** Query of GET /contacts.csv. */
export const contactExportQuery = z
  .strictObject({
    includeDoNotContact: z
      .literal('true', 'true, or leave it out.')
      .optional()
      .describe(
        'Also contacts who must not be contacted, which is recorded. Otherwise they are left out, unless `doNotContact=true` asks for them',
      ),
    ids: repeated(contactIds.shape.ids, {
      message: 'A contact id.',
      description: 'Only these contacts, instead of a filter',
    }),
    ...contactFilterQuery,
    withEmail: z
      .literal('true', 'true, or leave it out.')
      .optional()
      .describe('Only contacts with an email, of the ids or of the filter'),
    columns: z
      .string(SOME_COLUMNS)
      .transform((value) => value.split(','))
      .pipe(z.array(z.union([z.enum(exportColumns), fieldPath], SOME_COLUMNS)))
      .optional()
      .meta({
        openapi: {
          type: 'string',
          description: `Comma-separated list of ${exportColumns.join(', ')}, and of own fields such as fields.customer_no; by default all up to updatedAt, then all own fields. addedBy needs the scope activity:read`,
        },
      }),
    sort: contactSort.optional().meta({
      openapi: {
        type: 'string',
        description: 'As of `GET /contacts`. Without one, contacts are in order of their ids',
      },
    }),
    format: z
      .enum(['csv', 'xlsx'], 'csv or xlsx.')
      .default('csv')
      .describe('`xlsx`: an Excel workbook, in which all cells are text'),
    delimiter: z.enum([',', ';'], 'A comma or a semicolon.').default(',').describe('Of CSV'),
    bom: z
      .enum(['true', 'false'], 'true or false.')
      .default('false')
      .describe('Start with a byte order mark, so that Excel recognizes UTF-8'),
  })
  .refine(({ ids, ...query }) => !ids || !filterNames.some((name) => query[name]), {
    path: ['ids'],
    message: 'Give ids or a filter.',
  });
