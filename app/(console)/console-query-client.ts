import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/** Restarts first reads that began before a change: invalidation would let them finish and treat them as fresh. */
export class ConsoleQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (options?.cancelRefetch !== false) {
      const begun = this.getQueryCache()
        .findAll({ ...filters, fetchStatus: 'fetching' })
        .filter(({ state }) => state.data === undefined);
      if (begun.length > 0) await Promise.all(begun.map((query) => query.cancel({ revert: true })));
    }
    return super.invalidateQueries(filters, options);
  }
}
