import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js/max';
import { normalize } from '@/lib/contract/text';
import { startTurns } from './in-turns';

const LONGEST = 60;
/** Languages to try before all others that the runtime knows. */
const USUAL = 'en de fr es it pt nl pl sv da'.split(' ');
/** Three-letter codes (ISO 3166), each followed by its two-letter code unless that is the first two letters. */
const THREE_LETTERS =
  `ABWAW AGOAO ALAAX ANDAD AREAE ARMAM ATAAQ ATFTF ATGAG AUTAT BDIBI BENBJ BESBQ BGDBD BHSBS BIHBA BLRBY BLZBZ BRBBB BRNBN
   CAFCF CHLCL CHNCN CODCD COGCG COKCK COMKM CPVCV CUWCW CYMKY DNKDK ESHEH ESTEE FLKFK FROFO FSMFM GINGN GLPGP GNBGW GNQGQ
   GRDGD GRLGL GUFGF GUYGY IRLIE IRQIQ ISRIL JAMJM KAZKZ KORKR LBRLR LBYLY MACMO MAFMF MDGMG MDVMV MEXMX MLTMT MNEME MNPMP
   MOZMZ MTQMQ MYTYT NIUNU PAKPK PCNPN PLWPW PNGPG POLPL PRKKP PRTPT PRYPY PYFPF SENSN SGSGS SLBSB SLVSV SPMPM SRBRS SURSR
   SVKSK SVNSI SWESE SWZSZ SYCSC TCDTD TKMTM TUNTN TURTR TUVTV UKRUA URYUY WLFWF AFG AIA ALB ARG ASM AUS AZE BEL BFA BGR BHR
   BLM BMU BOL BRA BTN BVT BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP CZE DEU DJI DMA DOM DZA ECU EGY ERI ESP ETH FIN FJI
   FRA GAB GBR GEO GGY GHA GIB GMB GRC GTM GUM HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRN ISL ITA JEY JOR JPN KEN KGZ KHM
   KIR KNA KWT LAO LBN LCA LIE LKA LSO LTU LUX LVA MAR MCO MDA MHL MKD MLI MMR MNG MRT MSR MUS MWI MYS NAM NCL NER NFK NGA
   NIC NLD NOR NPL NRU NZL OMN PAN PER PHL PRI PSE QAT REU ROU RUS RWA SAU SDN SGP SHN SJM SLE SMR SOM SSD STP SXM SYR TCA
   TGO THA TJK TKL TLS TON TTO TWN TZA UGA UMI USA UZB VAT VCT VEN VGB VIR VNM VUT WSM YEM ZAF ZMB ZWE`.split(
    /\s+/,
  );
/** Usual names that the runtime does not know. */
const OTHER_NAMES: Record<string, string> = {
  unitedstatesofamerica: 'US',
  greatbritain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  uk: 'GB',
  el: 'GR',
  holland: 'NL',
  thenetherlands: 'NL',
  czechrepublic: 'CZ',
  russianfederation: 'RU',
  korea: 'KR',
  uae: 'AE',
  turkey: 'TR',
  ivorycoast: 'CI',
  capeverde: 'CV',
  macedonia: 'MK',
  macau: 'MO',
  czechrep: 'CZ',
  brd: 'DE',
  한국: 'KR',
  republicofchina: 'TW',
  koreademocraticpeoplesrepublicof: 'KP',
  koreanorth: 'KP',
  congothedemocraticrepublicofthe: 'CD',
  congodemocraticrepublicofthe: 'CD',
};

/** Letters of a name in lower case, without accents, spaces and punctuation. */
const normalizeName = (name: string) =>
  normalize(name, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]|[\u0300-\u036f]/gu, '');

const names = new Map<string, CountryCode>();
let waiting: string[] | undefined;

/** Words of official names before the usual name. */
const OFFICIAL =
  /^(?:the )?(?:(?:federal|federative|federated|hellenic|swiss|islamic|arab) )?(?:republic|kingdom|commonwealth|principality|grand duchy|state|states|sultanate|union|confederation) of (?:the )?/i;

/**
 * Finds a country by its two- or three-letter code (ISO 3166), or its name in any language that the runtime knows, also within
 * `DE-BY` or `Deutschland (DE)`; `null` if there is none, or the text is longer than 60 characters.
 */
export function countryNamed(text: string): CountryCode | null {
  if (text.length > LONGEST) return null;
  // "Korea, Republic of", "Deutschland (DE)", "NL - Netherlands", "DE-BY", "Federal Republic of Germany"
  const readings = [text, text.split(/[,(/:–—-]/, 1)[0] ?? '', text.trim().replace(OFFICIAL, '')];
  for (const name of new Set(readings.map(normalizeName))) {
    const country = name && findCountryCode(name);
    if (country) return country;
  }
  return null;
}

/** Loads the names in all languages in turns, which takes 400 ms. To be called before reading rows in the server process. */
export async function loadCountryNames(): Promise<void> {
  const giveWay = startTurns();
  waiting ??= listLanguages();
  for (let language = waiting.shift(); language; language = waiting.shift()) {
    addNames(language);
    await giveWay();
  }
}

/**
 * Finds a country by its code or name, which the caller has passed through `normalizeName`. Loads names of further languages
 * until one fits; `null` if none does.
 */
function findCountryCode(name: string): CountryCode | null {
  const code = name.toUpperCase();
  if (isSupportedCountry(code)) return code;
  if (code.length === 3) {
    const found = THREE_LETTERS.find((one) => one.startsWith(code));
    const two = found && (found.length > 3 ? found.slice(3) : found.slice(0, 2));
    if (two && isSupportedCountry(two)) return two;
  }
  const also = OTHER_NAMES[name];
  if (also) return also as CountryCode;
  waiting ??= listLanguages();
  for (let found = names.get(name); ; found = names.get(name)) {
    const language = found ? undefined : waiting.shift();
    if (!language) return found ?? null;
    addNames(language);
  }
}

/** Adds the names of all countries in a language. A name stays with the first country that has it. */
function addNames(language: string): void {
  for (const style of ['long', 'short'] as const) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style });
    for (const country of getCountries()) {
      const name = normalizeName(inLanguage.of(country) ?? '');
      if (name && !names.has(name)) names.set(name, country);
    }
  }
}

/** Languages with a two-letter code that the runtime knows, the usual ones first; also `zh-Hant` and `sr-Latn`. */
function listLanguages(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return [...new Set([...USUAL, ...Intl.DisplayNames.supportedLocalesOf(all), 'zh-Hant', 'sr-Latn'])];
}
