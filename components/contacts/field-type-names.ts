import type { FieldType } from '@/lib/contract/field';

/** Types of fields, as people read them. */
export const typeNames: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Yes or no',
  choice: 'Choice',
  choices: 'Several choices',
  link: 'Link',
  id: 'Id of another system',
};
