import { type inferParserType, useQueryStates } from 'nuqs';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { listParameters } from './list-state';

/** Debounce of the search in milliseconds. */
const PAUSE = 150;

/** The state of a list in the URL, with setters; `words`, what is in its search box; and `typing`, whether the search will follow. */
export function useListState<P extends typeof listParameters>(parameters: P) {
  type State = inferParserType<P>;
  type Values = Parameters<typeof setShown>[0];
  const [shown, setShown] = useQueryStates(parameters, { history: 'push' });
  const state = shown as State;
  // Not in the URL while typing, because each change of it renders the whole list, and the next key would wait.
  const [typed, setTyped] = useState<string | null>(null);
  /** The same before it is rendered. */
  const latestTyped = useRef(typed);
  function search(words: string | null) {
    latestTyped.current = words;
    setTyped(words);
  }
  const showTyped = useEffectEvent(() => {
    if (typed === null || latestTyped.current !== typed) return;
    startTransition(() => {
      search(null);
      void setShown({ page: null, search: typed } as Values, { history: 'replace' });
    });
  });
  const forgetTyped = useEffectEvent(() => search(null));
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => showTyped(), PAUSE);
    const onBack = () => forgetTyped();
    window.addEventListener('popstate', onBack);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('popstate', onBack);
    };
  }, [typed]);

  /**
   * Changes search, filter or sort, and returns to the first page unless another is given. What depends on the state is a
   * function of the latest, because a second change may come before the first one is rendered.
   */
  const change = (values: Partial<State> | ((latest: State) => Partial<State>)) => {
    const words = latestTyped.current;
    const pending = words === null ? null : { search: words };
    search(null);
    void setShown((latest) => ({
      page: null,
      ...pending,
      ...(typeof values === 'function'
        ? values({ ...latest, ...(pending && { ...pending, page: 1 }) } as State)
        : values),
    }));
  };
  /** Shows another page and replaces the current history entry. */
  const replacePage = (page: number) => void setShown({ page } as Values, { history: 'replace' });
  const words = typed ?? state.search;
  return { state, words, typing: typed !== null, change, search, replacePage };
}
