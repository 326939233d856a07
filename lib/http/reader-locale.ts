/** English locales by a region's separator of digit groups, for regions without an English locale. */
const byGroup: Record<string, string> = { '.': 'en-DE', '\u00a0': 'en-SE', '\u202f': 'en-SE', '’': 'en-CH' };

/** Cached locales by region, of which there are at most 1,700. */
const known = new Map<string, string>();

/**
 * An English locale that writes numbers as the first usable language of `Accept-Language` does in its region: `en-DE` for
 * `de, en;q=0.8`, and for `tr`; `en-US` without one.
 */
export function readerLocale(acceptLanguage = ''): string {
  for (const range of acceptLanguage.split(',', 10)) {
    const { language, region } = toLocale(range.split(';')[0]?.trim()) ?? {};
    if (!language || !region) continue;
    const locale = known.get(region) ?? inEnglish(language, region);
    known.set(region, locale);
    return locale;
  }
  return 'en-US';
}

/** Parses a language tag and adds its likely region; `null` if it is malformed. */
function toLocale(tag = ''): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/** English of a region; if there is none, one that groups digits in the same way, else `en-001`. */
function inEnglish(language: string, region: string): string {
  const english = `en-${region}`;
  if (new Intl.NumberFormat(english).resolvedOptions().locale === english) return english;
  const parts = new Intl.NumberFormat(`${language}-${region}`).formatToParts(12_345);
  return byGroup[parts.find(({ type }) => type === 'group')?.value ?? ''] ?? 'en-001';
}
