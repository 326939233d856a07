/** An operation in the list. */
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

/** Finds operations with all words in summary, method, path, id or tag. Skips groups without any. */
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
