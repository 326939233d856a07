import { describe, expect, it } from 'vitest';
import { defaultTableView, parseTableView, tableViewCookie } from './table-view';

describe('parseTableView', () => {
  it('reads what was written', () => {
    const view = { density: 'compact', hidden: ['phone', 'company'], keys: false } as const;
    const value = tableViewCookie('contacts-view', { ...view, hidden: [...view.hidden] });
    const [, written = ''] = /^contacts-view=([^;]+);/.exec(value) ?? [];
    expect(parseTableView(decodeURIComponent(written))).toEqual(view);
  });

  it('is the default for nothing and for nonsense', () => {
    for (const value of [undefined, '', '{', 'null', '[]', '{"density":3,"hidden":"x"}'])
      expect(parseTableView(value)).toEqual(defaultTableView);
    expect(parseTableView('{"hidden":[1,"phone"]}').hidden).toEqual(['phone']);
  });
});
