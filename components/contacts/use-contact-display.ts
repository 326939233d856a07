import { useMemo } from 'react';
import { arrangeColumns, type Display, type TableView, toWidth } from '@/components/data-table/table-view';
import type { useListState } from '@/components/data-table/use-list-state';
import { useTableView } from '@/components/data-table/use-table-view';
import { useMay } from '@/components/hooks/use-can';
import { contactColumns, toOwnColumn } from './contact-columns';
import {
  CONTACTS_VIEW,
  type ContactListState,
  type contactListParameters,
  includedColumns,
  toIncludes,
} from './contact-list-state';
import { useOwnFields } from './own-fields';

/** Ids of the columns to show by default, without the name. */
export const defaultColumns = arrangeColumns(contactColumns, null)
  .map(({ id }) => id)
  .slice(1);

const isIncluded = (id: string): id is keyof typeof includedColumns => id in includedColumns;

/** A display as a URL and a saved view keep it. */
const toParameters = ({ columns, widths, density }: Display) => ({
  columns: columns ?? defaultColumns,
  widths: Object.keys(widths).length > 0 ? widths : null,
  density,
});

/** The view that a URL's display gives; without one, the person's own. */
const toView = (
  { columns, widths, density }: Pick<ContactListState, 'columns' | 'widths' | 'density'>,
  own: TableView,
): TableView => (columns ? { ...own, columns, widths: widths ?? {}, density: density ?? own.density } : own);

/**
 * How the contact table looks: as the URL says, which has the display of a saved view, else as the person's own view, which
 * the server read from the cookie. A change goes where the display comes from.
 */
export function useContactDisplay(
  initial: TableView,
  { state, change }: ReturnType<typeof useListState<typeof contactListParameters>>,
) {
  const [own, changeOwn] = useTableView(CONTACTS_VIEW, initial);
  const { columns, widths, density } = state;
  const view = useMemo(() => toView({ columns, widths, density }, own), [own, columns, widths, density]);
  const may = useMay();
  const fields = useOwnFields();
  const offered = useMemo(
    () => [
      ...contactColumns.filter(({ id }) => !isIncluded(id) || may(includedColumns[id])),
      ...fields.map(toOwnColumn),
    ],
    [may, fields],
  );
  const shown = useMemo(() => arrangeColumns(offered, view.columns), [offered, view.columns]);
  function changeView(values: Partial<TableView> | ((latest: TableView) => Partial<TableView>)) {
    const changed = (latest: TableView) => (typeof values === 'function' ? values(latest) : values);
    if (!columns && !state.view) return changeOwn(changed);
    changeOwn((latest) => ({ keys: changed(latest).keys ?? latest.keys }));
    change((latest) => {
      const shown = toView(latest, own);
      return { ...toParameters({ ...shown, ...changed(shown) }), page: latest.page };
    });
  }
  const changeWidth = (id: string, width: number | null) =>
    changeView(({ widths: { [id]: _, ...others } }) => ({
      widths: width === null ? others : { ...others, [id]: toWidth(width) },
    }));
  return {
    view,
    display: toParameters(view),
    offered,
    columns: shown,
    include: toIncludes(view.columns, may),
    changeView,
    changeWidth,
  };
}
