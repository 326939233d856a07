'use client';

import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { usePhoneCountry } from '@/app/(console)/console-providers';
import { readData } from '@/app/data/read-data';
import type { Identifier } from '@/lib/contract/conflict';
import { type Contact, contactUpdate } from '@/lib/contract/contact';
import { internationalPhone } from '@/lib/contract/phone';
import { contactKeys, type Page } from '../contact-queries';
import type { ContactValues } from './contact-form-values';
import { useTyped } from './use-typed';

/** Whose the email and the phone are that are typed into the form of this contact, where they are another one's. */
export function useTaken(
  form: UseFormReturn<ContactValues>,
  contact: Contact | undefined,
): Record<Identifier, Contact | null> {
  const changed = (field: Identifier, typed: string) => {
    const value = contactUpdate.safeParse({ [field]: typed }).data?.[field] ?? null;
    return value === contact?.[field] ? null : value;
  };
  const country = usePhoneCountry();
  const [typed] = useTyped(form, contact !== undefined, ({ email, phone }) => ({
    email: changed('email', email),
    phone: changed('phone', internationalPhone(phone, country)),
  }));
  const [email, phone] = [useOwner('email', typed?.email), useOwner('phone', typed?.phone)];
  const other = (owner: Contact | undefined) => (owner && owner.id !== contact?.id ? owner : null);
  return { email: other(email), phone: other(phone) };
}

function useOwner(field: Identifier, value: string | null | undefined): Contact | undefined {
  const { data } = useQuery({
    queryKey: [...contactKeys.contacts, 'owner', field, value],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ [field]: value ?? '', pageSize: '1' });
      return (await readData<Page<Contact>>(`/data/contacts?${query}`, signal)).data;
    },
    enabled: Boolean(value),
    staleTime: 0,
    gcTime: 0,
  });
  return value ? data?.[0] : undefined;
}
