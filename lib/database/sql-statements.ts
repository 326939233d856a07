/** Comments, quoted text and names, bodies of functions, and what is between two semicolons otherwise. */
const STATEMENT = /(?:--.*|\/\*[^]*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|[^;'"$/-]+|[^;])+/g;
const COMMENTS = /--.*|\/\*[^]*?\*\//g;

/** The statements of a migration, one by one. Strings with backslashes (`E'…'`) may not have quotes. */
export function sqlStatements(sql: string): string[] {
  return (sql.match(STATEMENT) ?? []).filter((text) => text.replace(COMMENTS, '').trim());
}
