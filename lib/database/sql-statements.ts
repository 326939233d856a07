/** One statement: comments, quoted text and names, function bodies, and anything else up to a semicolon. */
const STATEMENT = /(?:--.*|\/\*[^]*?\*\/|'[^']*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|[^;'"$/-]+|[^;])+/g;
const COMMENTS = /--.*|\/\*[^]*?\*\//g;

/** Splits a migration into statements. Strings with backslashes (`E'…'`) may not contain quotes. */
export function sqlStatements(sql: string): string[] {
  return (sql.match(STATEMENT) ?? []).filter((text) => text.replace(COMMENTS, '').trim());
}
