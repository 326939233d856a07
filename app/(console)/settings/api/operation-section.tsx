import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import type { ReferenceOperation, ReferenceResponse } from './api-reference';
import { FieldTable, Prose, SchemaLink } from './field-table';

const methodTones = { GET: 'success', POST: 'accent', PUT: 'warning', DELETE: 'danger' } as const;

export function OperationSection({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, scope, parameters, body, responses, curl } = operation;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <h3 id={id} className="scroll-mt-4 text-lg font-semibold">
          {summary}
        </h3>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={methodTones[method as keyof typeof methodTones]}>{method}</Badge>
          <code className="font-mono text-sm break-all">{path}</code>
          <span className="text-sm text-muted">
            {scope ? (
              <>
                scope <code className="font-mono">{scope}</code>
              </>
            ) : (
              'any valid token'
            )}
          </span>
        </p>
        {description ? (
          <p className="text-muted">
            <Prose text={description} />
          </p>
        ) : null}
      </div>
      {parameters.length > 0 ? (
        <Part title="Parameters">
          <FieldTable fields={parameters} caption={`Parameters of ${summary}`} />
        </Part>
      ) : null}
      {body?.variants.map((fields, index) => (
        <Part key={fields.map(({ name }) => name).join()} title={index === 0 ? 'Body' : 'or'}>
          <FieldTable fields={fields} caption={`Body of ${summary}`} />
        </Part>
      ))}
      <Part title="Responses">
        <Responses responses={responses} />
      </Part>
      <Part title="Example">
        <pre
          tabIndex={0}
          role="group"
          aria-label={`Example: ${summary}`}
          className="overflow-x-auto rounded-lg border border-line bg-surface p-3 font-mono text-sm"
        >
          {curl}
        </pre>
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h4 className="text-sm font-medium text-muted">{title}</h4>
      {children}
    </div>
  );
}

function Responses({ responses }: { responses: ReferenceResponse[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {responses.map(({ status, description, data, meta, headers }) => (
        <li key={status} className="flex items-baseline gap-1.5">
          <span className={cn('font-mono font-medium', data ? 'text-success' : 'text-danger')}>{status}</span>
          {data ? (
            <Data data={data} meta={meta} />
          ) : (
            <span className="font-mono text-muted">{description}</span>
          )}
          {headers.length > 0 ? (
            <span className="text-muted">
              with <code className="font-mono">{headers.join(', ')}</code>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Data({
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
