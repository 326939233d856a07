import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * What is read for the first time while something changes was asked for before the change. An invalidation would let that
 * go on and take it for fresh: it is given up, and begun anew where somebody looks at it.
 */
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
