import { cn } from '@/components/ui/cn';
import { toAnchor } from './api-reference';
import type { ReferenceField } from './json-schema-words';

interface FieldTableProps {
  fields: (ReferenceField & { place?: string })[];
  caption: string;
  /** Whether the fields are of a response, where optional ones are marked instead of required ones. */
  answer?: boolean;
}

/** A table of fields with types, descriptions and limits. */
export function FieldTable({ fields, caption, answer = false }: FieldTableProps) {
  return (
    <table className="block w-full text-left text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {fields.map((field) => (
          <tr key={field.name} className="block border-t border-line py-2 sm:table-row sm:py-0">
            <th scope="row" className="block align-top font-normal sm:table-cell sm:w-64 sm:py-2 sm:pr-4">
              <code className="font-mono font-medium break-words">{field.name}</code>
              {renderMarks(field, answer)}
            </th>
            <td className="block align-top sm:table-cell sm:py-2">
              <span className="text-muted">
                {field.schema ? <FieldType field={field} schema={field.schema} /> : field.type}
                {field.limits.length > 0 ? `, ${field.limits.join(', ')}` : null}
              </span>
              {field.description ? (
                <span className="block">
                  <Prose text={field.description} />
                </span>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Place of a parameter outside the query, and "required" or, in an answer, "optional"; `null` without any. */
function renderMarks(field: ReferenceField & { place?: string }, answer: boolean) {
  const words = [
    field.place !== 'query' && field.place,
    !answer && field.required && 'required',
    answer && !field.required && 'optional',
  ];
  const marks = words.filter(Boolean).join(', ');
  return marks ? <span className="ml-2 text-xs text-muted">{marks}</span> : null;
}

/** A type in words, in which the name of its schema is a link. */
function FieldType({ field, schema }: { field: ReferenceField; schema: string }) {
  const [before, after] = field.type.split(schema);
  return (
    <>
      {before}
      <SchemaLink name={schema} />
      {after}
    </>
  );
}

/** Link to the part of the page about a schema. */
export function SchemaLink({ name }: { name: string }) {
  return (
    <a href={`#schema-${toAnchor(name)}`} className="text-accent underline underline-offset-2">
      {name}
    </a>
  );
}

/** Text with `backticks` rendered as code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // A short name breaks at no hyphen.
      <code key={index} className={cn('font-mono text-[0.9375em]', part.length < 20 && 'whitespace-nowrap')}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
