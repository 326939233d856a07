'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { contactSuggestionsOptions } from '../contacts/contact-queries';

/** Milliseconds, as in the search of the table. */
const PAUSE = 120;

/** The first contacts that match the words, some milliseconds after they stop changing. */
export function useFoundContacts(words: string) {
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const { data, error, isFetching } = useQuery(contactSuggestionsOptions(searched));
  const current = searched === words;
  return {
    // Contacts of other words must not stand where Enter opens them.
    contacts: current && words ? (data?.data ?? []) : [],
    pending: words !== '' && (!current || (isFetching && !data)),
    error: current && words ? error : null,
  };
}
