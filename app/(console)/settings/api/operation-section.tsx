import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { type Reference, type ReferenceOperation, type ReferenceResponse, toAnchor } from './api-reference';
import { Example } from './example';
import { FieldTable, Prose, SchemaLink } from './field-table';

const methodTones = {
  GET: 'success',
  POST: 'accent',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
} as const;

interface OperationSectionProps {
  operation: ReferenceOperation;
  /** Schemas that the operation refers to. */
  schemas: Reference['schemas'];
}

/** The reference of one operation. */
export function OperationSection({ operation, schemas }: OperationSectionProps) {
  const { method, path, summary, description, scopes, parameters, body, responses, curl, answer } = operation;
  return (
    <section aria-labelledby="operation" className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-col gap-1.5">
        <h2 id="operation" className="text-xl font-semibold">
          {summary}
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={methodTones[method as keyof typeof methodTones]}>{method}</Badge>
          <code className="font-mono text-sm break-all">{path}</code>
        </p>
        {description ? (
          <p className="text-pretty text-muted">
            <Prose text={description} />
          </p>
        ) : null}
        <p className="text-sm text-muted">
          {scopes.length === 0 ? 'Any valid token' : scopes.length === 1 ? 'Scope ' : 'Scopes '}
          {scopes.map((scope, index) => (
            <span key={scope}>
              {index > 0 ? ', ' : null}
              <code className="font-mono text-ink">{scope}</code>
            </span>
          ))}
        </p>
      </div>
      <ReferencePart title="Example">
        <Example label={`Example: ${summary}`} kind="Shell" text={curl} />
      </ReferencePart>
      {parameters.length > 0 ? (
        <ReferencePart title="Parameters">
          <FieldTable fields={parameters} caption={`Parameters of ${summary}`} />
        </ReferencePart>
      ) : null}
      {body?.variants.map((fields, index) => (
        <ReferencePart key={fields.map(({ name }) => name).join()} title={index === 0 ? 'Body' : 'or'}>
          <FieldTable fields={fields} caption={`Body of ${summary}`} />
        </ReferencePart>
      ))}
      <ReferencePart title="Responses">
        <Responses responses={responses} />
      </ReferencePart>
      {answer ? (
        <ReferencePart title="Example response">
          <Example label={`Response: ${summary}`} kind="JSON" text={answer} />
        </ReferencePart>
      ) : null}
      {schemas.map(({ name, fields }) => (
        <ReferencePart key={name} title={name} isSchema>
          <FieldTable fields={fields} caption={`Fields of ${name}`} answer />
        </ReferencePart>
      ))}
    </section>
  );
}

interface PartProps {
  title: string;
  /** Whether the part is a schema, which links refer to by name. */
  isSchema?: boolean;
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** A part of the reference under its heading. */
export function ReferencePart({ title, isSchema = false, heading: Heading = 'h3', children }: PartProps) {
  return (
    <div className="flex flex-col gap-2">
      <Heading
        id={isSchema ? `schema-${toAnchor(title)}` : undefined}
        className="scroll-mt-4 text-base font-semibold"
      >
        {title}
      </Heading>
      {children}
    </div>
  );
}

/** The responses by status, with their data or meaning, and headers. */
function Responses({ responses }: { responses: ReferenceResponse[] }) {
  return (
    <ul className="flex flex-col text-sm">
      {responses.map(({ status, description, data, meta, headers }) => (
        <li key={status} className="flex items-baseline gap-3 border-t border-line py-1.5">
          <span
            className={cn('font-mono font-medium', Number(status) < 400 ? 'text-success' : 'text-danger')}
          >
            {status}
          </span>
          <span className="min-w-0">
            {data ? <ResponseData data={data} meta={meta} /> : <Prose text={description} />}
            {headers.length > 0 ? (
              <span className="text-muted">
                {' '}
                with <code className="font-mono">{headers.join(', ')}</code>
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The types of `data` and `meta` in a response, with links to their schemas. */
function ResponseData({
  data: { schema, list, fields },
  meta,
}: {
  data: NonNullable<ReferenceResponse['data']>;
  meta: string | null;
}) {
  return (
    <span className="text-muted">
      <code className="font-mono">data</code>: {list ? 'array of ' : null}
      {schema ? (
        <SchemaLink name={schema} />
      ) : (
        <code className="font-mono">{`{ ${fields.map(({ name, type }) => `${name}: ${type}`).join(', ')} }`}</code>
      )}
      {meta ? (
        <>
          , <code className="font-mono">meta</code>: <SchemaLink name={meta} />
        </>
      ) : null}
    </span>
  );
}
