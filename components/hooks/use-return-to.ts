import { useEffect, useState } from 'react';

/** The URL last visited at `path` in this tab, with search and filters; `path` if there is none, and until hydrated. */
export function useReturnTo(path: string): string {
  const [href, setHref] = useState(path);
  useEffect(() => setHref(findLastVisit(path) ?? path), [path]);
  return href;
}

/** The latest URL at `path` in this tab's history: that of the shown page, too, while the next one is loading. */
function findLastVisit(path: string): string | undefined {
  // Older browsers lack the Navigation API.
  const { navigation } = window as Partial<Window>;
  return navigation
    ?.entries()
    .slice(0, (navigation.currentEntry?.index ?? 0) + 1)
    .flatMap(({ url }) => (url ? [new URL(url)] : []))
    .filter(({ pathname }) => pathname === path)
    .map(({ pathname, search }) => pathname + search)
    .at(-1);
}
