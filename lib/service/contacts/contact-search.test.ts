import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { contactFields, fromNames } from '@/lib/contract/contact-fields';
import { gatherStatistics } from '@/lib/database/statistics';
import { engines } from '@/lib/database/testing';
import { seed } from '../samples/sample-data';
import { MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';

const people = {
  jose: { email: 'jose.garcia@acme.example', firstname: 'José', lastname: 'García', company: 'Acme Corp' },
  joern: {
    email: 'j.sorensen@nordic.example',
    firstname: 'Jörn',
    lastname: 'SØRENSEN',
    phone: '+4570123456',
  },
  bo: { email: 'bo@x.example', firstname: 'Bo', lastname: 'Li', company: '100%_real\\deal' },
  anna: { phone: '+4930901820', firstname: 'Анна', lastname: 'Каренина' },
  kanji: { email: 'li@kanji.example', firstname: '李', lastname: '小龙', company: 'Ｆｕｌｌ' },
  marked: {
    email: 'm@marked.example',
    firstname: '\u202aAli\u202c',
    lastname: 'Rezaei',
    company: 'علي\u200cرضا',
  },
  plain: { email: 'under_score@x.example', company: '100 real deals' },
};
type Name = keyof typeof people;

describe.each(engines)('searching contacts on $name', (engine) => {
  const api = new TestApi(engine, { country: 'DE' });
  const find = async ({ call }: TestOrganization, search: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ search, pageSize: '100', ...more });
    return call<Contact[]>('GET', `/contacts?${query}`);
  };

  test('finds each field of a contact, also after it has changed', async () => {
    const organization = await api.organization();
    const created = {
      ...fromNames(contactFields, (name) => `first${name}`),
      email: 'first@x.example',
      phone: '+4930901820',
    };
    const changed = {
      ...fromNames(contactFields, (name) => `second${name}`),
      email: 'second@x.example',
      phone: '+4930901821',
    };
    const { id } = await organization.contact(created);
    const found = async (values: typeof created) =>
      Promise.all(
        Object.values(values).map(async (text) => (await find(organization, text)).data.map((one) => one.id)),
      );
    expect(await found(created)).toEqual(contactFields.map(() => [id]));
    for (const [name, value] of Object.entries(changed)) {
      await organization.call('PUT', `/contacts/${id}`, { [name]: value });
      expect((await find(organization, value)).data.map((one) => one.id)).toEqual([id]);
    }
    expect(await found(created)).toEqual(contactFields.map(() => []));
  });

  test('looks up one email or phone, however it is written, and nothing that is like it', async () => {
    const organization = await api.organization();
    const ids = new Map<string, Name>();
    for (const [name, fields] of Object.entries(people))
      ids.set((await organization.contact(fields)).id, name as Name);
    const foreign = await api.organization('Foreign');
    await foreign.contact({ email: 'foreign@x.example' });
    const lookUp = (query: Record<string, string>) =>
      organization.call<Contact[]>('GET', `/contacts?${new URLSearchParams(query)}`);
    const cases: [query: Record<string, string>, found: Name[]][] = [
      [{ email: ' BO@X.example' }, ['bo']],
      [{ email: 'o@x.example' }, []],
      [{ email: 'under_score@x.example' }, ['plain']],
      [{ email: 'underscore@x.example' }, []],
      [{ phone: '+49 (0)30 90-18-20' }, ['anna']],
      [{ phone: ' 49 30 901820' }, ['anna']],
      [{ phone: '0049 30 901820' }, ['anna']],
      [{ phone: 'tel:+4930901820' }, ['anna']],
      [{ phone: '+493090182' }, []],
      [{ phone: '+999123456789' }, []],
      [{ email: 'j.sorensen@nordic.example', phone: '+4570123456' }, ['joern']],
      [{ email: 'bo@x.example', phone: '+4570123456' }, []],
      [{ email: 'bo@x.example', search: 'li' }, ['bo']],
      [{ email: 'foreign@x.example' }, []],
    ];
    for (const [query, found] of cases) {
      const { data, meta } = await lookUp(query);
      expect([query, data.map(({ id }) => ids.get(id)), meta.total]).toEqual([query, found, found.length]);
    }
    for (const path of ['email', 'phone'])
      for (const value of ['', ' ', 'x']) {
        const { status, error } = await lookUp({ [path]: value });
        expect([status, error.details.map((detail) => detail.path)]).toEqual([400, [path]]);
      }
  });

  test('reads numbers as dialed in the country of the organization, else of the program', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ phone: '+442079460958' });
    const found = async () => (await find(organization, '0011 44 20 7946 0958')).data.map((one) => one.id);
    expect(await found()).toEqual([]);
    await api.query("update organizations set country = 'AU' where id = $1", [organization.id]);
    expect(await found()).toEqual([id]);
  });

  test('finds words in name, email, phone and company, without regard to case and accents', async () => {
    const organization = await api.organization();
    const names = new Map<string, Name>();
    for (const [name, fields] of Object.entries(people))
      names.set((await organization.contact(fields)).id, name as Name);
    const everybody = Object.keys(people) as Name[];
    // biome-ignore format: a table
    const cases: [found: Name[], ...searches: string[]][] = [
      [everybody, '', '   ', '\u200f', '\u0301'],
      [['jose'], 'jose', 'JOSÉ', 'Jose\u0301', 'garcia acme', 'acme jose garcia corp', 'arci', 'jo\u00adse \ufeffgar\u200bcia'],
      [['jose'], 'jose '.repeat(40), 'j jo jos jose g ga gar garc a ac acm acme'],
      [['joern'], 'jorn', 'sørensen', '70123456', '+45', '45', '７０１２ ３４５６', '@nordic'],
      [['anna'], 'каренина АННА', '+49 30 901820', '+49 (30) 90-18.20', '901820', '30 90', 'анна +49', '+4930901820 каренина'],
      [['anna'], '(+49) 30 901820', '+49 (0)30 901820', '\u202a+49 30 901820\u202c', '\u2068+49\u2069 (\u200e30) 901820'],
      [['joern', 'anna'], '+4', '4'],
      [['kanji'], '李', '小龙', 'full', 'ｆｕｌｌ'],
      [['bo'], 'bo', 'b', 'bo li', '100%', '0%_r', '_real', '\\deal', 'l\\d', '\u202aBO@x.example\u202c'],
      [['bo', 'kanji'], 'li'],
      [['bo', 'plain'], '100 real', 'x.example'],
      [['plain'], 'under_score'],
      [['marked'], 'ali rezaei', 'al', 'عليرضا', 'علي\u200cرضا'],
      [[], 'jose nordic', 'o', '+70', 'анна +45', '+', '%', '％', 'underXscore', "o'brien", '"; drop table contacts; --'],
      [[], 'ab'.repeat(100), 'j jo jos jose g ga gar garc a ac acm nordic'],
    ];
    for (const [found, ...searches] of cases)
      for (const search of searches) {
        const { data, meta } = await find(organization, search);
        expect(data.map(({ id }) => names.get(id)).sort(), search).toEqual(found.toSorted());
        expect(meta, search).toMatchObject({ total: found.length, totalIsExact: true });
      }
  });

  test('finds what people type, however it is stored', async () => {
    const typed: [fields: Record<string, string>, searches: string[]][] = [
      [{ lastname: 'Søren' }, ['soren', 'SØREN', 'søren']],
      [{ lastname: 'Strauß' }, ['strauss', 'STRAUSS', 'strauß']],
      [{ lastname: 'Æsir' }, ['aesir', 'æsir']],
      [{ lastname: 'Łukasz' }, ['lukasz']],
      [{ lastname: "O'Brien" }, ['o’brien', 'obrien', "o'brien", 'oʻbrien']],
      [{ lastname: 'D’Angelo' }, ["d'angelo", 'd´angelo']],
      [{ lastname: 'Meier–Schmidt' }, ['meier-schmidt', 'meier schmidt']],
      [{ firstname: 'Ana', lastname: 'Silva' }, ['"Silva, Ana"', '„Ana Silva“', 'Silva; (Ana).']],
      [
        { email: 'zoe@y.example' },
        ['mailto:zoe@y.example', '<zoe@y.example>,', 'mailto:zoe@y.example?subject=x'],
      ],
      [
        { email: 'info@bücher.example' },
        ['bücher.example', '@bucher', 'büch', 'info@bücher.example', 'xn--bcher'],
      ],
      [
        { phone: '+4930557788' },
        ['030 557788', '030 5577', '0049 30 557788', '٠٣٠ ٥٥٧٧٨٨', 'tel:+4930557788', '(030) 557788'],
      ],
      [
        { phone: '+4930990011', firstname: 'Ulla' },
        ['ulla 030 990011', '+49 (0)30 990011 ulla', '030 9900-11'],
      ],
      [{ phone: '+14155550132' }, ['011 1 415 555 0132', '011-1-415-555-0132']],
      [{ lastname: 'Silvastar' }, ['silvastar*', '*silvastar', '*vasta*']],
      [{ company: '0815 12 GmbH' }, ['0815 12 gmbh']],
      [{ lastname: '李小龙' }, ['小龙', '李小龙', '李小', '龙']],
      [{ company: '阿里巴巴集团' }, ['里巴', '巴巴', '集团', '巴巴集']],
      [{ lastname: 'สมชาย' }, ['มช', 'ชาย']],
      [{ lastname: 'מַתִּתְיָהוּ' }, ['מתתיהו']],
      [{ email: 'j@t-online.example' }, ['t-online', '@t-on']],
      [{ jobtitle: 'Head of Růst' }, ['head rust', 'RŮST']],
    ];
    const organization = await api.organization();
    const ids: string[] = [];
    for (const [index, [fields]] of typed.entries())
      ids.push((await organization.contact({ email: `n${index}@x.example`, ...fields })).id);
    const { data: former } = await organization.call<Contact>('PUT', `/contacts/${ids[0]}`, {
      jobtitle: 'Pilot',
    });
    expect((await find(organization, 'pilot')).data).toMatchObject([{ id: former.id }]);
    for (const [index, [, searches]] of typed.entries())
      for (const search of searches)
        expect(
          (await find(organization, search)).data.map(({ id }) => ids.indexOf(id)),
          search,
        ).toEqual([index]);
    // The same in a selection and in the trash.
    const counts = await organization.call<{ total: number }>('POST', '/contacts/segment-counts', {
      filter: { search: '030 557788' },
    });
    expect(counts.data.total).toBe(1);
    await organization.call('DELETE', `/contacts/${ids[1]}`);
    const trash = await organization.call<Contact[]>('GET', '/trash?search=strauss');
    expect(trash.data.map(({ id }) => id)).toEqual([ids[1]]);
  });

  test('sorts letters that do not decompose beside those they are written as', async () => {
    const organization = await api.organization();
    const names = ['Aesir', 'Æsir', 'Afra', "O'Brien", 'O’Brien', 'Oster', 'Øster', 'Otto'];
    for (const lastname of names)
      await organization.contact({ email: `${names.indexOf(lastname)}@x.example`, lastname });
    const { data } = await organization.call<Contact[]>('GET', '/contacts?sort=name');
    expect(data.map(({ contact }) => contact.lastname)).toEqual(names);
  });

  test('finds Greek names and addresses by capitals and by small letters', async () => {
    const organization = await api.organization();
    const email = 'ΓΙΑΝΝΗΣ.ΠΑΠΑΣ@example.gr';
    const { id } = await organization.contact({ email, firstname: 'Γιάννης' });
    for (const search of ['γιαννης', 'ΓΙΆΝΝΗΣ', 'παπας', 'ΠΑΠΑΣ', 'νησ', email, email.toLowerCase()])
      expect((await find(organization, search)).data, search).toMatchObject([{ id }]);
  });

  test('finds by a whole email or phone only whose it is, and by one that is nobody’s whoever has it within', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const ana = await organization.contact({ email: 'ana@x.example', phone: '+4930901820' });
    for (const contact of [
      { email: 'hana@x.example', segmentIds: [vip.id] },
      { email: 'johana@x.example', phone: '+49309018201' },
      { email: 'mána@x.example' },
    ])
      await organization.contact(contact);
    await (await api.organization('Foreign')).contact({ email: 'na@x.example', phone: '+493090182' });
    const emails = async (search: string, more?: Record<string, string>) => {
      const { data, meta } = await find(organization, search, { sort: 'email', ...more });
      expect(meta, search).toMatchObject({ total: data.length, totalIsExact: true });
      return data.map(({ email }) => email);
    };
    expect(await emails('ANA@x.example ')).toEqual(['ana@x.example']);
    expect(await emails('ana@x.example', { segmentId: vip.id })).toEqual([]);
    expect(await emails('+49 30 901820')).toEqual(['ana@x.example']);
    expect(await emails('mána@x.example')).toEqual(['mána@x.example']);
    expect(await emails('mana@x.example')).toEqual(['mána@x.example']);
    const all = ['ana@x.example', 'hana@x.example', 'johana@x.example', 'mána@x.example'];
    expect(await emails('na@x.example')).toEqual(all);
    expect(await emails('na@x.example', { segmentId: vip.id })).toEqual(['hana@x.example']);
    expect(await emails('+493090182')).toEqual(['ana@x.example', 'johana@x.example']);
    await organization.call('DELETE', `/contacts/${ana.id}`);
    expect(await emails('ana@x.example')).toEqual(all.slice(1));
  });

  test('counts up to 5,000, or more if asked, and says when there are more; pages near the end are those of the walk', async () => {
    const organization = await api.organization();
    await seed(api.database, organization.id, { contacts: 12_000, segments: 3, referralCodes: 0 });
    const get = (query: string) => organization.call<Contact[]>('GET', `/contacts?pageSize=100&${query}`);
    const idsOf = ({ data }: { data: Contact[] }) => data.map(({ id }) => id);

    const everything = await get('');
    expect(everything.meta).toMatchObject({ total: 12_000, totalIsExact: true, totalPages: 120 });
    const many = await get('search=example&countLimit=10000');
    expect(many.meta).toMatchObject({ total: 10_000, totalIsExact: false, totalPages: 100 });
    const soon = await get('search=example');
    expect(soon.meta).toMatchObject({ total: 5_000, totalIsExact: false, totalPages: 50 });
    expect(soon.data).toEqual(many.data);
    const [count] = await api.query<{ n: number }>(
      `select count(*)::int as n from contacts where organization_id = $1 and search_text like '%acme%'`,
      [organization.id],
    );
    for (const limit of ['', '&countLimit=1000'])
      expect((await get(`search=acme${limit}`)).meta).toMatchObject({ total: count?.n, totalIsExact: true });

    for (const [sort, order] of [
      ['-updatedAt', 'updated_at desc, id desc'],
      ['name', 'name_key, id'],
      ['createdAt', 'created_at, id'],
    ]) {
      const rows = await api.query<{ id: string; matches: boolean }>(
        `select id, search_text like '%example%' as matches from contacts where organization_id = $1 order by ${order}`,
        [organization.id],
      );
      const ids = rows.map(({ id }) => id);
      for (const page of [1, 2, 59, 60, 61, 119, 120, 121]) {
        const found = await get(`sort=${sort}&page=${page}`);
        expect(idsOf(found), `${sort} ${page}`).toEqual(ids.slice((page - 1) * 100, page * 100));
        expect([found.meta.nextCursor !== null, found.meta.previousCursor !== null]).toEqual([
          page < 120,
          page > 1 && page < 121,
        ]);
      }
      const deep = await get(`sort=${sort}&page=119`);
      expect(idsOf(await get(`sort=${sort}&cursor=${deep.meta.nextCursor}`))).toEqual(ids.slice(11_900));
      expect(idsOf(await get(`sort=${sort}&cursor=${deep.meta.previousCursor}`))).toEqual(
        ids.slice(11_700, 11_800),
      );
      const matching = rows.filter(({ matches }) => matches).map(({ id }) => id);
      const found = await get(`sort=${sort}&search=example&page=100`);
      expect(idsOf(found)).toEqual(matching.slice(9_900, 10_000));
      expect(idsOf(await get(`sort=${sort}&search=example&cursor=${found.meta.nextCursor}`))).toEqual(
        matching.slice(10_000, 10_100),
      );
    }
    const beyond = await get('search=example&page=101&countLimit=1000');
    expect(beyond.meta).toMatchObject({ total: 10_101, totalIsExact: false, page: 101 });
    expect(beyond.data).toHaveLength(100);
    expect((await get('search=nobody&page=101')).data).toEqual([]);

    // A planner that knows nothing of the words looks them up in their index.
    await api.query("delete from pg_statistic where starelid = 'contacts'::regclass");
    for (const sort of ['name', '-email']) {
      const query = `search=example&sort=${sort}`;
      const pages = [await get(query), await get(`${query}&countLimit=1000`)];
      expect(pages[1]?.data).toEqual(pages[0]?.data);
      expect(pages[1]?.meta).toMatchObject({ total: 5_000, totalIsExact: false });
    }

    const segments = await organization.call<{ id: string; contactCount: number }[]>(
      'GET',
      '/segments?include=contactCount',
    );
    for (const { id, contactCount } of segments.data) {
      const rows = await api.query<{ id: string }>(
        `select c.id from contacts c where c.organization_id = $1 and c.segment_ids @> array[$2::uuid] order by c.email_key, c.id`,
        [organization.id, id],
      );
      expect(contactCount).toBe(rows.length);
      const last = Math.ceil(rows.length / 100);
      const found = await get(`sort=email&segmentId=${id}&page=${last}`);
      expect(idsOf(found)).toEqual(rows.map((row) => row.id).slice((last - 1) * 100));
      expect(found.meta).toMatchObject({ total: rows.length, totalIsExact: true, nextCursor: null });
    }
  }, 60_000);

  test('finds pages of a segment that has none of the rows that are scanned first', async () => {
    const organization = await api.organization();
    const { id } = await organization.segment('Late');
    await api.query(
      `insert into contacts (organization_id, id, email, firstname, created_at, updated_at)
       select $1, gen_random_uuid(), n || '@late.example', lpad(n::text, 5, '0'), now(), now() from generate_series(1, 36000) n`,
      [organization.id],
    );
    await api.query(
      `with made as (
         update contacts set segment_ids = segment_ids || $2::uuid, assigned_at = assigned_at || now()
         where organization_id = $1 and firstname > '30500' returning id)
       select add_to_counts($1, array(select $2::uuid from made), 1)`,
      [organization.id, id],
    );
    await gatherStatistics(api.database.pool);
    const get = (more: string) =>
      organization.call<Contact[]>('GET', `/contacts?pageSize=100&segmentId=${id}&sort=name${more}`);
    const first = await get('');
    expect(first.meta).toMatchObject({ total: 5_500, totalIsExact: true });
    const pages: [page: { data: Contact[] }, before: number][] = [
      [first, 30_500],
      [await get(`&cursor=${first.meta.nextCursor}`), 30_600],
      [await get('&page=20'), 32_400],
    ];
    for (const [{ data }, before] of pages)
      expect(data.map(({ contact }) => Number(contact.firstname))).toEqual(
        Array.from({ length: 100 }, (_, n) => before + 1 + n),
      );
  }, 60_000);

  test('finds pages of many that stand together at one end of the list', async () => {
    const organization = await api.organization();
    await seed(api.database, organization.id, { contacts: 21_000, segments: 2, referralCodes: 0 });
    const late = await organization.segment('Late');
    const most = await organization.segment('Most');
    const lately = 'select id from contacts where organization_id = $1 order by name_key desc, id desc limit';
    // All but a few, of whom no page is full.
    const early = 'select id from contacts where organization_id = $1 order by name_key, id limit';
    await api.query(
      `update contacts set company = 'Zzyzx' where organization_id = $1
       and id = any(array(${lately} 10040) || array(${early} 60))`,
      [organization.id],
    );
    for (const [{ id }, ids] of [
      [late, `${lately} 8000`],
      [most, `(${early} 10000) union (${lately} 5500)`],
    ] as const)
      await api.query(
        `with made as (
           update contacts set segment_ids = segment_ids || $2::uuid, assigned_at = assigned_at || now()
           where organization_id = $1 and id = any(array(${ids})) returning id)
         select add_to_counts($1, array(select $2::uuid from made), 1)`,
        [organization.id, id],
      );
    const { data: code } = await organization.call('POST', '/referral-codes', { code: 'MANY' });
    await api.query(
      `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
       select $1, id, $2, now() from contacts where organization_id = $1 and company = 'Zzyzx'`,
      [organization.id, (code as { id: string }).id],
    );
    await gatherStatistics(api.database.pool);
    const segments = await organization.call<{ id: string; title: string }[]>('GET', '/segments');
    const other = segments.data.find(({ title }) => title === 'Customer')?.id;
    const idsOf = ({ data }: { data: Contact[] }) => data.map(({ id }) => id);
    /** The same page however many matches are counted. */
    const get = async (query: string) => {
      const list = (more: string) =>
        organization.call<Contact[]>('GET', `/contacts?pageSize=100&${query}${more}`);
      const [counted, soon] = [await list(''), await list('&countLimit=1000')];
      expect(idsOf(soon), query).toEqual(idsOf(counted));
      expect(soon.meta.total, query).toBeLessThanOrEqual(counted.meta.total);
      return counted;
    };

    const inSegment = (id: string | undefined) => `'${id}' = any(c.segment_ids)`;
    const inNone = 'cardinality(c.segment_ids) = 0';
    const [{ time } = { time: '' }] = await api.query<{ time: string }>(
      'select created_at as time from contacts where organization_id = $1 order by created_at offset 9000 limit 1',
      [organization.id],
    );
    const from = new Date(time).toISOString();
    const filters: [query: string, condition: string, sort?: string][] = [
      // Where a list by update or creation begins follows from a span of the other time.
      [`createdFrom=${from}`, `c.created_at >= '${from}'`, 'updatedAt'],
      [`updatedTo=${from}`, `c.updated_at < '${from}'`, '-createdAt'],
      ['search=zzyzx', "c.company = 'Zzyzx'"],
      [`segmentId=${late.id}`, inSegment(late.id)],
      [`segmentId=${late.id}&segmentId=${other}`, `(${inSegment(late.id)} or ${inSegment(other)})`],
      [`search=zzyzx&segmentId=${late.id}`, inSegment(late.id)],
      ['search=zzyzx&segmentId=none', `c.company = 'Zzyzx' and ${inNone}`],
      ['segmentId=none', inNone],
      [`segmentId=${late.id}&segmentId=${MISSING_ID}`, inSegment(late.id)],
      [`segmentId=${late.id}&segmentMatch=none`, `not ${inSegment(late.id)}`],
      [`segmentId=none&segmentId=${other}&segmentMatch=none`, `not (${inNone}) and not ${inSegment(other)}`],
      [`company=zzyzx&segmentId=${late.id}`, inSegment(late.id)],
      [`search=zzyzx&segmentId=${most.id}`, `c.company = 'Zzyzx' and ${inSegment(most.id)}`],
      [
        `company=zzyzx&segmentId=${most.id}&segmentId=${late.id}`,
        `c.company = 'Zzyzx' and (${inSegment(most.id)} or ${inSegment(late.id)})`,
      ],
      ['has=email&segmentId=none', `c.email is not null and ${inNone}`],
      [`lacks=phone&segmentId=${other}`, `c.phone is null and ${inSegment(other)}`],
      ['referralCode=MANY&companyContains=zyz', "c.company = 'Zzyzx'"],
    ];
    for (const [index, [filter, condition, only]] of filters.entries()) {
      const [all] = await api.query<Record<'byName' | 'byCompany' | 'byUpdate' | 'byId', string[]>>(
        `select array_agg(id order by name_key, id) as "byName", array_agg(id order by company_key, id) as "byCompany",
           array_agg(id order by updated_at, id) as "byUpdate", array_agg(id order by created_at, id) as "byId"
         from contacts c where organization_id = $1 and ${condition}`,
        [organization.id],
      );
      const { byName = [], byCompany = [], byUpdate = [], byId = [] } = all ?? {};
      const orders: [sort: string, ids: string[]][] = [
        ['name', byName],
        ['-name', byName.toReversed()],
        ['company', byCompany],
        ['-createdAt', byId.toReversed()],
        ['updatedAt', byUpdate],
      ];
      // One of them each, every one with several filters.
      for (const [sort, ids] of orders.filter(([name], at) =>
        only ? name === only : at === index % orders.length,
      )) {
        const query = `${filter}&sort=${sort}`;
        const first = await get(query);
        expect(idsOf(first), query).toEqual(ids.slice(0, 100));
        expect(idsOf(await get(`${query}&cursor=${first.meta.nextCursor}`)), query).toEqual(
          ids.slice(100, 200),
        );
        // The second one begins at a row of the first.
        for (const page of [70, 71])
          expect(idsOf(await get(`${query}&page=${page}`)), query).toEqual(
            ids.slice((page - 1) * 100, page * 100),
          );
        const last = await get(`${query}&cursor=last`);
        expect(idsOf(last), query).toEqual(ids.slice(-100));
        expect(idsOf(await get(`${query}&cursor=${last.meta.previousCursor}`)), query).toEqual(
          ids.slice(-200, -100),
        );
      }
    }
  }, 240_000);
});
