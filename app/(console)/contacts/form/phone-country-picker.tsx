import { ChevronDown, Globe } from 'lucide-react';
import type { PhoneCountry } from '@/lib/contract/phone';

interface PhoneCountryPickerProps {
  country: PhoneCountry | null;
  countries: readonly PhoneCountry[];
  /** Whether Tab stops here. Without a number, it would only be in the way. */
  tabs: boolean;
  onChange(country: PhoneCountry | null): void;
}

/** The country of a phone number without a country code: a native select in the phone field. */
export function PhoneCountryPicker({ country, countries, tabs, onChange }: PhoneCountryPickerProps) {
  return (
    <span
      data-short={country ? undefined : ''}
      className="absolute inset-y-0 left-0 flex w-18 items-center justify-between rounded-l-md pl-2.5 text-sm text-muted data-short:w-10.5 focus-within:outline-2 focus-within:outline-accent hover:text-ink"
    >
      {country ? (
        <span aria-hidden>
          {country.code} +{country.callingCode}
        </span>
      ) : (
        <Globe aria-hidden className="size-4" />
      )}
      <ChevronDown aria-hidden className="size-3.5" />
      <select
        aria-label="Country of the phone number"
        tabIndex={tabs ? 0 : -1}
        value={country?.code ?? ''}
        onChange={({ target }) => onChange(countries.find(({ code }) => code === target.value) ?? null)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        <option value="">With country code</option>
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code}>
            {name} +{callingCode}
          </option>
        ))}
      </select>
    </span>
  );
}
