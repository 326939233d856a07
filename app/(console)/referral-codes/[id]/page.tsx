import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { NotOffered } from '@/components/ui/not-offered';
import { loadContactList } from '../../contacts/list/load-contact-list';
import { CodeView } from './code-view';

/** Reads all codes once for title and page; `null` if this one does not exist. `codes` is `null` if the read failed. */
const loadCode = cache(async (id: string) => {
  const signedIn = await requireStaff('contacts:read');
  const result =
    capabilities().listReferralCodes &&
    (await signedIn
      .call('listReferralCodes', { query: new URLSearchParams() }, { signal: pageTimeout() })
      .catch(() => null));
  // The browser repeats reads that failed or timed out, and shows their errors.
  if (!result || !result.ok) return { signedIn, codes: null, code: undefined };
  const code = result.data.find((one) => one.id === id);
  return code ? { signedIn, codes: result.data, code } : null;
});

export async function generateMetadata({ params }: PageProps<'/referral-codes/[id]'>): Promise<Metadata> {
  const loaded = await loadCode((await params).id);
  return { title: loaded ? (loaded.code?.code ?? 'Referral code') : 'Referral code not found' };
}

/** The page of a referral code, with the first rows of its contacts in the HTML. */
export default async function CodePage({ params, searchParams }: PageProps<'/referral-codes/[id]'>) {
  const { id } = await params;
  const loaded = await loadCode(id);
  if (!loaded) notFound();
  if (!capabilities().listReferralCodes)
    return <NotOffered title="Referral code" operation="listReferralCodes" />;
  const { signedIn, codes, code } = loaded;
  const { view, read } = await loadContactList(signedIn, searchParams, code && { referralCode: code.code });
  return (
    <Prefetched
      signedIn={signedIn}
      known={codes ? [[readOptions('listReferralCodes', {}).queryKey, codes]] : []}
      reads={[code ? read : false, allSegments]}
    >
      <CodeView id={id} initialView={view} />
    </Prefetched>
  );
}
