import { expect, test } from 'vitest';
import { type AssistantClient, assistantClients, assistantSetup } from './assistant-setup';

const url = 'https://contacts.example.com/mcp';
const set = (client: AssistantClient) => assistantSetup(client, url, 'roster_secret').text;

test.each(Object.keys(assistantClients) as AssistantClient[])(
  '%s gets the address and the token',
  (client) => {
    expect(set(client)).toContain(url);
    expect(set(client)).toContain('Bearer roster_secret');
  },
);

test('each program gets its own format', () => {
  const headers = { Authorization: 'Bearer roster_secret' };
  expect(JSON.parse(set('cursor'))).toEqual({ mcpServers: { roster: { url, headers } } });
  expect(JSON.parse(set('vscode'))).toEqual({ servers: { roster: { type: 'http', url, headers } } });
  expect(JSON.parse(set('claude-desktop'))).toEqual({
    mcpServers: {
      roster: {
        command: 'npx',
        args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${ROSTER_TOKEN}'],
        env: { ROSTER_TOKEN: 'Bearer roster_secret' },
      },
    },
  });
});
