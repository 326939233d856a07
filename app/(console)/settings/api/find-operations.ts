/** An operation as the list shows it. */
export interface ListedOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
}

export interface ListedGroup {
  tag: string;
  operations: ListedOperation[];
}

/** Operations that have all words in their summary, address or name; groups without any are left out. */
export function findOperations(groups: readonly ListedGroup[], words: string): ListedGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ tag, operations }) => ({
      tag,
      operations: operations.filter(({ id, method, path, summary }) => {
        const text = `${summary} ${method} ${path} ${id} ${tag}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
}
