import { createServer } from 'node:http';

/*
 * node bench/remote.mjs PORT CONTACTS MILLISECONDS: a contacts service that lists, each answer after so many
 * milliseconds. Prints `ready`; on SIGTERM, how many calls it answered and how many were under way at once at most.
 */
const [port, count, delay] = process.argv.slice(2).map(Number);
const uuid = (kind, number) => `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const time = '2026-01-01T00:00:00.000Z';
const segments = Array.from({ length: 20 }, (_, n) => ({
  id: uuid('a', n),
  title: `Segment ${n}`,
  color: '#2563eb',
}));

function contact(number) {
  return {
    id: uuid('c', number),
    email: `person${number}@example.com`,
    phone: `+1202555${String(number).padStart(7, '0')}`,
    contact: {
      firstname: `First${number % 997}`,
      lastname: `Last${number % 9973}`,
      jobtitle: 'Engineer',
      company: `Company ${number % 1009}`,
    },
    segments: [0, 7].map((step) => ({ segmentId: segments[(number + step) % 20].id, assignedAt: time })),
    organizationId: uuid('0', 1),
    createdAt: time,
    updatedAt: time,
  };
}

let calls = 0;
let busy = 0;
let busiest = 0;
const server = createServer((request, response) => {
  calls++;
  busiest = Math.max(busiest, ++busy);
  response.once('close', () => busy--);
  const { pathname, searchParams } = new URL(request.url, 'http://remote');
  setTimeout(() => {
    const [status, body] = answer(request.method, pathname, searchParams);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  }, delay);
});

function answer(method, path, query) {
  if (method === 'GET' && path === '/v1/segments') return [200, { data: segments }];
  if (method === 'GET' && path === '/v1/contacts') {
    const page = Number(query.get('page') ?? 1);
    const pageSize = Number(query.get('pageSize') ?? 20);
    const first = (page - 1) * pageSize;
    const length = Math.max(0, Math.min(pageSize, count - first));
    const data = Array.from({ length }, (_, n) => contact(first + n));
    return [200, { data, meta: { total: count, page, pageSize, totalPages: Math.ceil(count / pageSize) } }];
  }
  return [404, { error: { code: 'NOT_FOUND', message: 'No such route', details: [] } }];
}

server.listen(port, '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => {
  console.log(`${calls} calls, ${busiest} at once`);
  process.exit();
});
