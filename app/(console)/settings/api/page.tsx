import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { requireStaff } from '@/app/server/session';
import { PageHeader } from '@/components/ui/page-header';
import { openApiDocument } from '@/lib/contract/openapi';
import { runtime } from '@/lib/runtime';
import { apiReference, type Reference, toAnchor } from './api-reference';
import { FieldTable, Prose } from './field-table';
import { OperationSection } from './operation-section';
import { remoteDocument } from './remote-document';

export const metadata: Metadata = { title: 'API reference' };

/** The API reference, rendered on the server from the OpenAPI document. */
export default async function ApiReferencePage() {
  await requireStaff('contacts:read');
  const { appUrl, version } = runtime();
  const connection = runtime().connection();
  const remote = await connection?.status();
  const own = openApiDocument(version);
  const document = connection && remote ? remoteDocument(own, connection.operations(), !remote.replica) : own;
  const baseUrl = remote?.url ?? `${appUrl ?? getOrigin(await headers())}/v1`;
  const reference = apiReference(document, baseUrl);
  return (
    <>
      <PageHeader
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
      <div className="grid gap-x-10 px-4 pb-16 md:px-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Contents reference={reference} />
        <div className="flex max-w-4xl min-w-0 flex-col gap-12">
          <section className="flex flex-col gap-2">
            {reference.description ? (
              <p>
                <Prose text={reference.description} />
              </p>
            ) : null}
            <p>
              Base URL: <code className="font-mono text-sm break-all">{baseUrl}</code>. Every request needs an
              API token: <code className="font-mono text-sm">Authorization: Bearer $API_TOKEN</code>.
              {reference.description ? (
                <>
                  {' '}
                  Every response has an <code className="font-mono text-sm">X-Request-Id</code>.
                </>
              ) : null}
            </p>
          </section>
          {reference.groups.map((group) => (
            <section key={group.tag} aria-labelledby={group.anchor} className="flex flex-col gap-8">
              <h2 id={group.anchor} className="scroll-mt-4 border-b border-line pb-2 text-xl font-semibold">
                {group.tag}
              </h2>
              {group.operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <section aria-labelledby="schemas" className="flex flex-col gap-8">
            <h2 id="schemas" className="scroll-mt-4 border-b border-line pb-2 text-xl font-semibold">
              Schemas
            </h2>
            {reference.schemas.map(({ name, fields }) => (
              <section key={name} className="flex flex-col gap-2">
                <h3 id={`schema-${toAnchor(name)}`} className="scroll-mt-4 text-lg font-semibold">
                  {name}
                </h3>
                <FieldTable fields={fields} caption={`Fields of ${name}`} answer />
              </section>
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

function Contents({ reference }: { reference: Reference }) {
  return (
    <nav
      aria-label="Contents"
      className="top-0 mb-8 self-start lg:sticky lg:mb-0 lg:max-h-dvh lg:overflow-y-auto lg:pb-8"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm lg:flex-col lg:gap-4">
        {reference.groups.map(({ tag, anchor, operations }) => (
          <li key={tag}>
            <a href={`#${anchor}`} className="font-medium hover:underline">
              {tag}
            </a>
            <ul className="mt-1 hidden flex-col lg:flex">
              {operations.map(({ id, summary }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="block min-h-6 py-0.5 text-muted hover:text-ink hover:underline"
                  >
                    {summary}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#schemas" className="font-medium hover:underline">
            Schemas
          </a>
        </li>
      </ul>
    </nav>
  );
}

function getOrigin(given: Headers): string {
  const protocol = given.get('x-forwarded-proto') ?? 'http';
  return `${protocol}://${given.get('host') ?? 'localhost:3000'}`;
}
