/** A text field of a contact. */
interface ContactFieldInfo {
  label: string;
  /** Longest value, in characters. */
  length: number;
  /** Shown in the API reference. */
  example: string;
}

/**
 * The text fields of a contact, in display order. This file imports no Zod, so that browser code can read the table. Append a
 * new field: recorded changes hold values by position (`toSnapshot`). CONTRIBUTING.md lists what else it needs.
 */
const table = {
  email: { label: 'Email', length: 254, example: 'ana@example.com' },
  phone: { label: 'Phone', length: 16, example: '+4930901820' },
  firstname: { label: 'First name', length: 200, example: 'Ana' },
  lastname: { label: 'Last name', length: 200, example: 'Silva' },
  jobtitle: { label: 'Job title', length: 200, example: 'Head of Sales' },
  company: { label: 'Company', length: 200, example: 'Acme' },
} as const satisfies Record<string, ContactFieldInfo>;

export type ContactField = keyof typeof table;
export const contactFields = Object.keys(table) as [ContactField, ...ContactField[]];
export const contactFieldInfo: Readonly<Record<ContactField, ContactFieldInfo>> = table;

/** Fields that identify a contact: one of them is required, and each value belongs to one contact. */
export const addressFields = ['email', 'phone'] as const satisfies ContactField[];

/** Fields besides email and phone, which have no format. */
export type DetailField = Exclude<ContactField, (typeof addressFields)[number]>;
export const detailFields = contactFields.filter(
  (name) => !addressFields.includes(name as never),
) as DetailField[];

export const nameFields = ['firstname', 'lastname'] as const satisfies DetailField[];

/** Details besides the name. */
export type PropertyField = Exclude<DetailField, (typeof nameFields)[number]>;
export const propertyFields = detailFields.filter(
  (name) => !nameFields.includes(name as never),
) as PropertyField[];

/** Properties that filters and bulk changes support; in the database each has a `…_key`. */
export const sharedFields = ['company', 'jobtitle'] as const satisfies PropertyField[];
export type SharedField = (typeof sharedFields)[number];

/** Filters by a part of a shared field's text: `companyContains`. */
export const partFilters = sharedFields.map((field) => `${field}Contains` as const);

/** A field's label within a sentence. */
export const fieldName = (field: ContactField): string => contactFieldInfo[field].label.toLowerCase();

/** An object with a value for each name. */
export const fromNames = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
