import { type inferParserType, useQueryStates } from 'nuqs';
import { startTransition, useEffect, useState } from 'react';
import type { listParameters } from './list-state';

/** Debounce of the search in milliseconds. */
const PAUSE = 150;

/** The state of a list in the URL, with setters; `words`, what is in its search box; and `typing`, whether the search will follow. */
export function useListState<P extends typeof listParameters>(parameters: P) {
  type State = inferParserType<P>;
  type Values = Parameters<typeof setShown>[0];
  const [shown, setShown] = useQueryStates(parameters, { history: 'push' });
  // Not in the URL while typing, because each change of it renders the whole list, and the next key would wait.
  const [typed, setTyped] = useState<string | null>(null);
  const pending = typed === null ? null : { search: typed };
  /**
   * Changes search, filter or sort, and returns to the first page unless another is given. What depends on the state is a
   * function of the latest, because a second change may come before the first one is rendered.
   */
  const change = (values: Partial<State> | ((latest: State) => Partial<State>)) => {
    setTyped(null);
    void setShown((latest) => ({
      page: null,
      ...pending,
      ...(typeof values === 'function' ? values(latest as State) : values),
    }));
  };
  useEffect(() => {
    if (typed === null) return;
    const search = () =>
      startTransition(() => {
        // A key may be typed before this timer is cleared.
        setTyped((latest) => (latest === typed ? null : latest));
        void setShown({ page: null, search: typed } as Values, { history: 'replace' });
      });
    const timer = setTimeout(search, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, setShown]);
  /** Shows another page and replaces the current history entry. */
  const replacePage = (page: number) => void setShown({ page } as Values, { history: 'replace' });
  const state = shown as State;
  return {
    state,
    words: typed ?? state.search,
    typing: typed !== null,
    change,
    search: setTyped,
    replacePage,
  };
}
