import { describe, expect, it, test } from 'vitest';
import { arrangeColumns, defaultTableView, parseTableView, tableViewCookie } from './table-view';

describe('parseTableView', () => {
  it('reads what was written', () => {
    const view = {
      density: 'compact' as const,
      columns: ['phone', 'company'],
      widths: { phone: 120 },
      keys: false,
    };
    const value = tableViewCookie('contacts-view', view);
    const [, written = ''] = /^contacts-view=([^;]+);/.exec(value) ?? [];
    expect(parseTableView(decodeURIComponent(written))).toEqual(view);
  });

  it('is the default for nothing and for nonsense', () => {
    for (const value of [undefined, '', '{', 'null', '[]', '{"density":3,"columns":"x","widths":null}'])
      expect(parseTableView(value)).toEqual(defaultTableView);
    expect(parseTableView('{"columns":[1,"phone"]}').columns).toEqual(['phone']);
    expect(parseTableView('{"widths":{"a":"1","b":1,"c":9999,"d":120.4}}').widths).toEqual({
      b: 48,
      c: 800,
      d: 120,
    });
  });
});

test('columns are shown in the chosen order, the first one always, unknown ones never', () => {
  const columns = [{ id: 'name' }, { id: 'email' }, { id: 'phone' }, { id: 'note', hidden: true as const }];
  const ids = (shown: string[] | null) => arrangeColumns(columns, shown).map(({ id }) => id);
  expect(ids(null)).toEqual(['name', 'email', 'phone']);
  expect(ids(['note', 'gone', 'email', 'note', 'name'])).toEqual(['name', 'note', 'email']);
  expect(ids([])).toEqual(['name']);
});
