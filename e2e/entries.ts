import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { buildFolder } from '../scripts/build.mjs';

const built = path.join(buildFolder(), 'console');
const manifest = (file: string): unknown => JSON.parse(readFileSync(path.join(built, file), 'utf8'));

const addressesByFile = () => manifest('app-path-routes-manifest.json') as Record<string, string>;

/** Paths of built pages or route handlers, such as `/contacts/[id]`. */
function addresses(kind: 'page' | 'route'): string[] {
  const files = Object.entries(addressesByFile());
  return files.flatMap(([file, address]) => (file.endsWith(`/${kind}`) ? [address] : []));
}

export const builtPages = (): string[] => addresses('page');
export const builtRoutes = (): string[] => addresses('route');

export interface BuiltAction {
  id: string;
  /** File and function: `segments/segment-actions#createSegment`. */
  name: string;
  /** A page that uses the action. */
  page: string;
}

export function builtActions(): BuiltAction[] {
  const { node, edge } = manifest('server/server-reference-manifest.json') as Record<
    'node' | 'edge',
    Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>
  >;
  const files = addressesByFile();
  return Object.entries({ ...node, ...edge }).map(([id, { workers, filename, exportedName }]) => {
    const [worker = ''] = Object.keys(workers);
    const name = `${filename.replace(/^app\/(\(\w+\)\/)?|\.tsx?$/g, '')}#${exportedName}`;
    return { id, name, page: files[worker.replace(/^app/, '')] ?? '' };
  });
}

/** Whether the build has middleware, which a forged header could bypass. */
export const hasMiddleware = (): boolean =>
  Object.keys((manifest('server/middleware-manifest.json') as { middleware: object }).middleware).length > 0;

export interface Heard {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request with free choice of all headers, including Host. Follows only Next's redirect to `?_rsc`. */
export async function ask(url: string, question: Question = {}): Promise<Heard> {
  const heard = await askOnce(url, question);
  const { location = '' } = heard.headers;
  if (!/[?&]_rsc\b/.test(location) || /[?&]_rsc\b/.test(url)) return heard;
  return askOnce(new URL(location, url).href.replace(/^https?:\/\/[^/]+/, new URL(url).origin), question);
}

function askOnce(url: string, { method = 'GET', headers = {}, body }: Question): Promise<Heard> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on('error', reject);
    });
    asking.on('error', reject).end(body);
  });
}
