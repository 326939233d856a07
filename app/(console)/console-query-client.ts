import { QueryClient } from '@tanstack/react-query';

/** Restarts first reads that began before an invalidation. TanStack Query would let them finish and count as fresh. */
export class ConsoleQueryClient extends QueryClient {
  override async invalidateQueries(...args: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const [filters, options] = args;
    if (options?.cancelRefetch !== false) {
      const begun = this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined);
      if (begun.length > 0) await Promise.all(begun.map((query) => query.cancel({ revert: true })));
    }
    return super.invalidateQueries(...args);
  }
}
