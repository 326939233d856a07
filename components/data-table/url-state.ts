/** One parameter of a URL: what its values mean, and how that is written. */
interface Parameter<T> {
  /** What it is when the URL does not say, or says something that is none of its values; not written. */
  byDefault: T;
  /** `undefined` for what is none of its values. */
  read(values: string[]): T | undefined;
  write(value: T): string[];
}

export type Parameters = Record<string, Parameter<unknown>>;

export type StateOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

export const text: Parameter<string> = {
  byDefault: '',
  read: ([value]) => value,
  write: (value) => (value ? [value] : []),
};

/** A parameter that stands in the URL as often as it has values. */
export const texts: Parameter<string[]> = {
  byDefault: [],
  read: (values) => values,
  write: (values) => values,
};

export const pageNumber: Parameter<number> = {
  byDefault: 1,
  read: ([value]) => (/^[1-9]\d{0,8}$/.test(value ?? '') ? Number(value) : undefined),
  write: (value) => [String(value)],
};

export function oneOf<const T extends string | number>(values: readonly T[], byDefault: T): Parameter<T> {
  return {
    byDefault,
    read: ([given]) => values.find((value) => String(value) === given),
    write: (value) => [String(value)],
  };
}

/** What the URL says; wrong values are as if they were not there. */
export function readUrl<P extends Parameters>(
  parameters: P,
  url: Pick<URLSearchParams, 'getAll'>,
): StateOf<P> {
  const entries = Object.entries(parameters).map(([name, { read, byDefault }]) => [
    name,
    read(url.getAll(name)) ?? byDefault,
  ]);
  return Object.fromEntries(entries) as StateOf<P>;
}

/** The same as {@link readUrl}, of what a page is given as its `searchParams`. */
export function readSearchParams<P extends Parameters>(
  parameters: P,
  searchParams: Record<string, string | string[] | undefined>,
): StateOf<P> {
  return readUrl(parameters, { getAll: (name) => [searchParams[name] ?? []].flat() });
}

/** The query part of a URL, without its question mark; empty where everything is as by default. */
export function writeUrl<P extends Parameters>(parameters: P, state: StateOf<P>): string {
  const url = new URLSearchParams();
  for (const [name, { byDefault, write }] of Object.entries(parameters)) {
    if (state[name] === byDefault) continue;
    for (const value of write(state[name])) url.append(name, value);
  }
  return url.toString();
}
