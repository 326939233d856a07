import {
  type Query,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ApiError, Refusal } from '@/lib/call';
import { type Action, callAction } from './call-action';
import type { CallError } from './call-error';
import {
  type Answer,
  consoleOperations,
  type Input,
  type MutationName,
  type Topic,
} from './console-operations';

/** The one server action that runs all mutations. */
export type Mutate = <N extends MutationName>(
  name: N,
  input: Input<N>,
  organization: string,
) => Promise<{ ok: true; data: Answer<N> } | Refusal>;

export const MutationContext = createContext<Mutate | null>(null);

interface Options<T, I> extends Omit<UseMutationOptions<T, CallError, I>, 'mutationFn' | 'onSettled'> {
  /** Error if the action does not respond. */
  noAnswer?: ApiError;
}

/** Runs an operation, then reads the affected topics again, even after an error: the change may have been made. */
export function useOperation<N extends MutationName>(
  name: N,
  options?: Options<Answer<N>, Input<N>>,
): UseMutationResult<Answer<N>, CallError, Input<N>> {
  const { affects, deletes } = consoleOperations[name] as { affects: readonly Topic[]; deletes?: true };
  const deleted = deletes && ((input: Input<N>) => (input as { id: string }).id);
  return useAction(useMutationAction(name), affects, options, deleted);
}

/**
 * `act` runs an operation, also several times, and rejects with a `CallError`; `settle` then reads the affected topics
 * again.
 */
export function useOperations<N extends MutationName>(name: N) {
  const queryClient = useQueryClient();
  const action = useMutationAction(name);
  return {
    act: (input: Input<N>): Promise<Answer<N>> => callAction(action, input),
    settle: () => invalidate(queryClient, consoleOperations[name].affects),
  };
}

/** The server action that runs one mutation. @throws outside of `MutationContext` */
function useMutationAction<N extends MutationName>(name: N): Action<Input<N>, Answer<N>> {
  const mutate = useContext(MutationContext);
  if (!mutate) throw new Error('MutationContext is missing.');
  return (input, organization) => mutate(name, input, organization);
}

/**
 * As `useOperation`, with a server action of a page. `affects`: topics to read again, even after an error. `deleted`: id of
 * the deleted item, whose reads are not repeated.
 */
export function useAction<I, T>(
  action: Action<I, T>,
  affects: readonly Topic[],
  { noAnswer, ...options }: Options<T, I> = {},
  deleted?: (input: I) => string,
): UseMutationResult<T, CallError, I> {
  const queryClient = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: (input: I) => callAction(action, input, noAnswer),
    onSettled: (_, error, input) => invalidate(queryClient, affects, error ? undefined : deleted?.(input)),
  });
}

/** Invalidates the reads of these topics, except those of the `deleted` id, which would fail. */
export async function invalidate(
  queryClient: QueryClient,
  topics: readonly Topic[],
  deleted?: string,
): Promise<void> {
  const predicate = ({ queryKey: [, , input] }: Query) =>
    deleted === undefined || (input as { id?: string } | undefined)?.id !== deleted;
  await Promise.all(topics.map((topic) => queryClient.invalidateQueries({ queryKey: [topic], predicate })));
}
