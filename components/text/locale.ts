/** How an organization writes days; `null` leaves it to the reader's browser. */
export interface DateSettings {
  /** Such as Europe/Berlin. */
  timeZone: string | null;
  /** A locale and, after a space, whether its numeric form is meant: `en-CH numeric`. */
  dateFormat: string | null;
}

/** What is known of the reader of a page. */
export interface Reader extends Partial<DateSettings> {
  locale: string;
  /** The time zone of the reader's device. */
  ownTimeZone?: string;
}

const KEY = Symbol.for('roster.locale');
const holder = globalThis as { [KEY]?: () => Reader | undefined };

/** Sets the function that returns the reader of the current request. Called once, by `server.ts`. */
export function provideReader(ofRequest: () => Reader | undefined): void {
  holder[KEY] = ofRequest;
}

const ofPage: Reader = { locale: '' };

function reader(): Reader {
  if (typeof document === 'undefined') return holder[KEY]?.() ?? { locale: 'en-US' };
  // Keep the first value: translation programs change `lang`. Not-found pages have none during their first render.
  ofPage.locale ||= document.documentElement.lang;
  return ofPage;
}

/** English as written in the reader's region, such as `en-DE`. The server chooses it and sets it as the page's language. */
export const locale = (): string => reader().locale || 'en-US';

/** Writes days of this request, or of this tab, as the organization does. */
export function setDates({ timeZone, dateFormat }: DateSettings): void {
  Object.assign(reader(), { timeZone, dateFormat });
}

/** The time zone of days: "Europe/Berlin". */
export function timeZone(): string {
  const to = reader();
  // Kept, because every formatted time asks for it, and it takes as long as creating a formatter.
  to.ownTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return to.timeZone ?? to.ownTimeZone;
}

/** The organization's time zone, else UTC, which the server and the browser agree on. */
export const sharedTimeZone = (): string => reader().timeZone ?? 'UTC';

/** A formatter for each key, by default the reader's locale. Cached: creating one is a hundred times slower than using it. */
export function perLocale<Formatter>(create: (key: string) => Formatter, keyOf = locale): () => Formatter {
  const created = new Map<string, Formatter>();
  return () => {
    const key = keyOf();
    const formatter = created.get(key) ?? create(key);
    created.set(key, formatter);
    return formatter;
  };
}

/** A formatter of dates as the organization or the reader's region writes them, in a time zone. */
export const perDates = (form: Intl.DateTimeFormatOptions, zone = timeZone): (() => Intl.DateTimeFormat) =>
  perLocale(
    (key) => {
      const [timeZone, name, numeric] = key.split(' ');
      // Numeric days keep their year, without which 3/2 could be a day of two months.
      const isNumeric = numeric && (form.dateStyle === 'medium' || form.month === 'short');
      return new Intl.DateTimeFormat(name, { ...(isNumeric ? { dateStyle: 'short' } : form), timeZone });
    },
    () => `${zone()} ${reader().dateFormat ?? locale()}`,
  );
