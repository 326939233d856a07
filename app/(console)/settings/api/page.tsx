import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { requireStaff } from '@/app/server/session';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { openApiDocument } from '@/lib/contract/openapi';
import { runtime } from '@/lib/runtime';
import { findSchemas, type Reference, toApiReference } from './api-reference';
import { Example } from './example';
import { FieldTable, Prose } from './field-table';
import { OperationNavigation } from './operation-navigation';
import { OperationSection, ReferencePart } from './operation-section';
import { toRemoteDocument } from './remote-document';

export const metadata: Metadata = { title: 'API reference' };

/** The API reference, one operation at a time, rendered on the server from the OpenAPI document. */
export default async function ApiReferencePage({ searchParams }: PageProps<'/settings/api'>) {
  await requireStaff('contacts:read');
  const { appUrl, version } = runtime();
  const connection = runtime().connection();
  const remote = await connection?.status();
  const own = openApiDocument(version);
  const document =
    connection && remote ? toRemoteDocument(own, connection.operations(), !remote.replica) : own;
  const baseUrl = remote?.url ?? `${appUrl ?? getOrigin(await headers())}/v1`;
  const reference = toApiReference(document, baseUrl);
  const { operation: asked } = await searchParams;
  const operation = reference.groups.flatMap(({ operations }) => operations).find(({ id }) => id === asked);
  return (
    <>
      <PageHeader
        insideTabs
        title="API reference"
        description={
          remote ? (
            'The API of the contacts service that this console is connected to.'
          ) : (
            <>
              Version {reference.version}, also as an OpenAPI 3.1 document:{' '}
              <a href="/v1/openapi.json" className="text-accent underline underline-offset-2">
                /v1/openapi.json
              </a>
            </>
          )
        }
      />
      <div className="grid gap-x-10 gap-y-8 px-4 pb-16 md:px-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="-m-1 self-start p-1 lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:pb-8">
          <OperationNavigation
            groups={reference.groups.map(({ tag, operations }) => ({
              tag,
              operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
            }))}
            current={operation?.id ?? null}
          />
        </div>
        <div className="min-w-0 max-lg:order-first">
          {operation ? (
            <>
              <Link
                href="/settings/api"
                className="mb-4 inline-block min-h-6 text-sm text-accent underline-offset-2 hover:underline lg:hidden"
              >
                All operations
              </Link>
              <OperationSection operation={operation} schemas={findSchemas(operation, reference)} />
            </>
          ) : (
            <Overview reference={reference} baseUrl={baseUrl} />
          )}
        </div>
      </div>
    </>
  );
}

/** The rules that all operations share. */
function Overview({ reference, baseUrl }: { reference: Reference; baseUrl: string }) {
  const errors = reference.schemas.filter(({ name }) => name === 'Error' || name === 'ErrorDetail');
  const [first] = reference.groups.flatMap(({ operations }) => operations);
  return (
    <section aria-label="Overview" className="flex flex-col gap-6">
      {reference.description ? (
        <p className="text-pretty">
          <Prose text={reference.description} />
        </p>
      ) : null}
      <ReferencePart heading="h2" title="Base URL">
        <Example label="Base URL" kind="URL" text={baseUrl} />
      </ReferencePart>
      <p className="text-pretty">
        Every request needs an API token:{' '}
        <code className="font-mono text-sm sm:whitespace-nowrap">Authorization: Bearer $API_TOKEN</code>.
        {reference.description ? (
          <>
            {' '}
            Every response has an <code className="font-mono text-sm whitespace-nowrap">X-Request-Id</code>,
            and a <code className="font-mono text-sm">RateLimit</code> with the requests left.
          </>
        ) : null}
      </p>
      {first ? (
        <ReferencePart heading="h2" title={first.summary}>
          <Example label={`Example: ${first.summary}`} kind="Shell" text={first.curl} />
        </ReferencePart>
      ) : null}
      {errors.map(({ name, fields }) => (
        <ReferencePart key={name} heading="h2" title={name} isSchema>
          <FieldTable fields={fields} caption={`Fields of ${name}`} answer />
        </ReferencePart>
      ))}
    </section>
  );
}

/** The origin in the browser's address bar, from the request's headers. */
function getOrigin(given: Headers): string {
  const protocol = given.get('x-forwarded-proto') ?? 'http';
  const host = given.get('x-forwarded-host') ?? given.get('host');
  return `${protocol}://${host ?? 'localhost:3000'}`;
}
