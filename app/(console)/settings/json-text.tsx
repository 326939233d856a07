/** Strings, numbers and literals of formatted JSON. A string without an end goes to the end, so that time is linear. */
const TOKEN = /("(?:[^"\\]|\\.)*"?|(?<=\s)(?:-?\d[\d.eE+-]*|true|false|null)\b)/;

/**
 * Formatted JSON, alone or in a shell command, with keys, strings and other values in colors. Lines that wrap continue below
 * their beginning.
 */
export const JsonText = ({ text }: { text: string }) =>
  text.split('\n').map((line, index) => {
    const indent = `${line.search(/\S|$/) + 2}ch`;
    return (
      <span key={index} className="block" style={{ paddingLeft: indent, textIndent: `-${indent}` }}>
        {/* With a group, every second part is a token. */}
        {line.split(TOKEN).map((part, index, parts) =>
          index % 2 === 0 ? (
            part
          ) : (
            <span key={index} className={tokenColor(part, parts[index + 1])}>
              {part}
            </span>
          ),
        )}
      </span>
    );
  });

function tokenColor(token: string, next = ''): string {
  if (!token.startsWith('"')) return 'text-warning';
  return next.startsWith(':') ? 'text-accent' : 'text-success';
}
