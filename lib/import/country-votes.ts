import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
} from 'libphonenumber-js/max';
import { countryNamed } from './country-names';
import { toWords } from './header-meaning';
import { readPhone } from './read-phone';

/** How often a file points to each country, and some of its numbers without country code. */
export interface Votes {
  byCountry: Record<string, number>;
  unplaced: string[];
  /** Countries named in the rows of these numbers. */
  named: string[];
}

export const noVotes = (): Votes => ({ byCountry: {}, unplaced: [], named: [] });

const MOST_UNPLACED = 100;
const MOST_CANDIDATES = 8;
const COUNTRY_WORDS =
  /^(?:countr(?:y|ies)|land|pays|pa[ií]s|paese|kraj|maa|zem[ei]|krajina|orszag|tara|ulke|χωρα|страна|краіна|држава|drzava|riik|valsts|salis|herrialdea|negara|nation|staat|bansa|ประเทศ|国.*|國.*|국가.*|나라|מדינה|ארץ|البلد|الدولة|دولة|کشور)$/u;

/** Whether a column's name says that it holds countries. */
export const isCountryColumn = (name: string): boolean =>
  toWords(name).some((word) => COUNTRY_WORDS.test(word));

/** Country domains that are used worldwide. */
const WORLDWIDE = new Set('ai ac cc co fm gg io la me sh so tv to ws'.split(' '));
/** The largest of the countries that share a calling code gets their votes. */
const LARGEST: Record<string, CountryCode> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  358: 'FI',
};

let byCallingCode: Map<string, CountryCode> | undefined;

/** Votes for the country in which a file's numbers without country code are probably dialed. */
export class CountryVotes {
  private readonly columns: number[];

  /** Adds to `votes`. */
  constructor(
    names: readonly string[],
    private readonly votes: Votes,
  ) {
    this.columns = names.flatMap((name, index) =>
      name.length <= 60 && isCountryColumn(name) ? [index] : [],
    );
  }

  /** Adds the votes of a row: of its phone's calling code, its email's domain and its columns of countries. */
  add(cells: readonly string[], { email, phone }: { email?: string; phone?: string }): void {
    if (phone) this.vote(findCallingCountry(phone));
    if (email) {
      const ending = email.slice(email.lastIndexOf('.') + 1);
      if (ending.length === 2 && !WORLDWIDE.has(ending))
        this.vote(ending === 'uk' ? 'GB' : ending.toUpperCase());
    }
    for (const column of this.columns) this.vote(countryNamed(cells[column] ?? ''));
  }

  /** Remembers a number without country code, the first 100 of them, and the countries that its row names. */
  addUnplaced(number: string, cells: readonly string[]): void {
    if (this.votes.unplaced.length < MOST_UNPLACED) this.votes.unplaced.push(number);
    const named = this.columns.flatMap((column) => countryNamed(cells[column] ?? '') ?? []);
    this.votes.named = [...new Set([...this.votes.named, ...named])];
  }

  /**
   * The country with the most votes, of the first eight, where most of the numbers without country code exist; `null` if there
   * is none, as without such numbers, or their rows name other countries.
   */
  winner(): CountryCode | null {
    const { byCountry, unplaced, named } = this.votes;
    const countries = Object.keys(byCountry) as CountryCode[];
    const most = countries
      .sort((a, b) => (byCountry[b] ?? 0) - (byCountry[a] ?? 0))
      .slice(0, MOST_CANDIDATES);
    const exist = (country: CountryCode) =>
      unplaced.filter((text) => readPhone(text, { country }).problem === null).length;
    return (
      most.find((country) => named.every((one) => one === country) && exist(country) * 2 > unplaced.length) ??
      null
    );
  }

  /** Adds one vote; ignores anything but a country's code. */
  private vote(country: string | null): void {
    if (!country || !isSupportedCountry(country)) return;
    this.votes.byCountry[country] = (this.votes.byCountry[country] ?? 0) + 1;
  }
}

/** The country of a number in E.164, the largest of those that share the calling code; `null` if unknown. */
function findCallingCountry(phone: string): CountryCode | null {
  byCallingCode ??= new Map<string, CountryCode>([
    ...getCountries().map((country) => [getCountryCallingCode(country), country] as const),
    ...Object.entries(LARGEST),
  ]);
  for (let digits = 1; digits <= 3; digits++) {
    const country = byCallingCode.get(phone.slice(1, 1 + digits));
    if (country) return country;
  }
  return null;
}
