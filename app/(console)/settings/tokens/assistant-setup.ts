/** Programs in which assistants run, and how they take the address of the tools. */
export const assistantClients = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  other: 'Another one',
};
export type AssistantClient = keyof typeof assistantClients;

/** What to paste where, so that a program reaches the tools at a URL with a token. */
export function assistantSetup(
  client: AssistantClient,
  url: string,
  token: string,
): { where: string; text: string } {
  const headers = { Authorization: `Bearer ${token}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  switch (client) {
    case 'claude-code':
      return {
        where: 'Run this in a terminal.',
        text: `claude mcp add --transport http roster ${url} --header "Authorization: ${headers.Authorization}"`,
      };
    case 'claude-desktop': {
      // It starts programs only. The header is in the environment, because some systems split arguments at spaces.
      const args = ['-y', 'mcp-remote', url, '--header', 'Authorization:${ROSTER_TOKEN}'];
      const env = { ROSTER_TOKEN: headers.Authorization };
      return {
        where: 'In Settings → Developer → Edit Config. Restart Claude Desktop afterwards. Needs Node.js.',
        text: json({ mcpServers: { roster: { command: 'npx', args, env } } }),
      };
    }
    case 'cursor':
      return {
        where: 'Add this to ~/.cursor/mcp.json.',
        text: json({ mcpServers: { roster: { url, headers } } }),
      };
    case 'vscode':
      return {
        where: 'Run “MCP: Open User Configuration”, and add this.',
        text: json({ servers: { roster: { type: 'http', url, headers } } }),
      };
    case 'other':
      return {
        where: 'Any program for MCP servers over streamable HTTP takes these.',
        text: `${url}\nAuthorization: ${headers.Authorization}`,
      };
  }
}
