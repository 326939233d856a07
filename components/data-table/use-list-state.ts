import { debounce, type inferParserType, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import type { listParameters } from './list-state';

/** Debounce of the search in milliseconds. */
const PAUSE = 150;

/** The state of a list in the URL: `state` to show, `query` with debounced search to read with, and setters. */
export function useListState<P extends typeof listParameters>(parameters: P) {
  type State = inferParserType<P>;
  const [shown, setShown] = useQueryStates(parameters, { history: 'push' });
  const state = shown as State;
  const [settled, setSettled] = useState(state);
  const typing = settled.search !== state.search;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state), typing ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [state, typing]);

  /**
   * Changes search, filter or sort, and returns to the first page unless another is given. What depends on the state is a
   * function of the latest, because a second change may come before the first one is rendered.
   */
  const change = (values: Partial<State> | ((latest: State) => Partial<State>)) =>
    void setShown((latest) => ({
      page: null,
      ...(typeof values === 'function' ? values(latest as State) : values),
    }));
  const search = (words: string) =>
    void setShown({ page: null, search: words } as Parameters<typeof setShown>[0], {
      history: 'replace',
      limitUrlUpdates: debounce(PAUSE),
    });
  /** Shows another page and replaces the current history entry. */
  const replacePage = (page: number) =>
    void setShown({ page } as Parameters<typeof setShown>[0], { history: 'replace' });
  return { state, query: typing ? settled : state, typing, change, search, replacePage };
}
