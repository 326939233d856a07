import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { matchesHref } from '@/components/contacts/rule-words';
import { readOptions } from '@/components/hooks/use-read';
import { useSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { formatDay } from '@/components/text/days';
import { formatCount } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ContactChange } from '@/lib/contract/bulk-change';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { Proposal } from '@/lib/contract/proposal';
import { ProposalResult } from './proposal-result';
import { proposalSentence, stateWords } from './proposal-words';

/** Most contacts named. */
const NAMED = 10;

interface EndedProposalProps {
  proposal: Proposal;
  /** What was proposed, besides the sentence. */
  children: ReactNode;
  quote(words: string): ReactNode;
}

/** The record of an ended proposal: what it has done or would have, with links, then who did what and when. */
export function EndedProposal({ proposal, children, quote }: EndedProposalProps) {
  const { state, preview, input, result, actor, createdAt, expiresAt, decision, firstApproval, reason } =
    proposal;
  const { data: segments = [] } = useSegments();
  const fields = useFieldsByName();
  const {
    filter,
    ids = [],
    id,
    from,
    change,
  } = input as {
    filter?: ContactFilter;
    ids?: string[];
    id?: string;
    from?: string;
    change?: ContactChange;
  };
  const people = [...ids, id, from].filter((one) => one !== undefined);
  const added = result && change?.type === 'segments' ? change.add : [];
  const figures = [
    ['New', preview.created],
    ['Changed', preview.updated],
    ['To the trash', preview.deleted],
    ['No change', preview.unchanged],
    ['Held back', preview.conflicts],
  ] as const;
  return (
    <>
      <section aria-label="Outcome" className="flex flex-col gap-4 rounded-lg border border-line p-4">
        <p className="text-base font-medium wrap-anywhere">
          <bdi>{proposalSentence(proposal, segments, fields)}</bdi>
        </p>
        {preview.total > 1 && proposal.operation !== 'mergeContacts' ? (
          <dl className="flex flex-wrap gap-x-6 gap-y-2 md:gap-x-8">
            {figures.map(([label, count]) =>
              count > 0 ? (
                <div key={label}>
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
                </div>
              ) : null,
            )}
          </dl>
        ) : null}
        {children}
        {people.length > 0 ? <People ids={people} /> : null}
        {result || filter ? (
          <div className="flex flex-wrap items-center gap-2">
            {segments.map(({ id, title }) =>
              added.includes(id) ? (
                <Link key={id} href={`/segments/${id}`} className={buttonClasses()}>
                  Open {title}
                </Link>
              ) : null,
            )}
            {filter ? (
              <Link href={matchesHref(filter)} className={buttonClasses()}>
                View who matches now
              </Link>
            ) : null}
            {result ? <ProposalResult proposal={proposal} result={result} /> : null}
          </div>
        ) : null}
      </section>
      <section aria-labelledby="proposal-history">
        <h2 id="proposal-history" className="pb-2 text-base font-semibold">
          History
        </h2>
        <ol>
          <Step>
            <Deed words="Proposed" by={actor} at={createdAt} />
            {quote(reason)}
          </Step>
          {firstApproval ? (
            <Step>
              <Deed words="Approved first" {...firstApproval} />
            </Step>
          ) : null}
          <Step>
            {decision ? (
              <Deed words={stateWords[state]} {...decision} />
            ) : (
              <p>Expired on {formatDay(expiresAt.slice(0, 10))}, because nobody decided</p>
            )}
            {decision?.comment ? quote(decision.comment) : null}
          </Step>
        </ol>
      </section>
    </>
  );
}

interface DeedProps {
  words: string;
  by: Proposal['actor'];
  at: string;
}

const Deed = ({ words, by, at }: DeedProps) => (
  <p>
    {words} by <ActorName actor={by} name={by.name} /> · <RelativeTime at={at} />
  </p>
);

/** A step of the history, with its mark. */
const Step = ({ children }: { children: ReactNode }) => (
  <li className="relative flex flex-col gap-1 border-l border-line py-2 pl-4 text-sm">
    <span
      aria-hidden
      className="absolute top-4 -left-[3.5px] size-1.5 rounded-full bg-control forced-colors:bg-[CanvasText]"
    />
    {children}
  </li>
);

/** The contacts that were chosen one by one, as links; without those that are deleted. */
function People({ ids }: { ids: readonly string[] }) {
  const found = useQueries({
    queries: ids.slice(0, NAMED).map((id) => ({ ...readOptions('getContact', { id }), retry: false })),
  });
  const contacts = new Map(found.flatMap(({ data }) => (data ? [[data.data.id, data.data] as const] : [])));
  if (contacts.size === 0) return null;
  return (
    <ul aria-label="Contacts" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {[...contacts.values()].map((contact) => (
        <li key={contact.id} className="min-w-0">
          <Link
            href={`/contacts/${contact.id}`}
            className="wrap-anywhere text-accent underline-offset-2 hover:underline"
          >
            <bdi>{contactName(contact)}</bdi>
          </Link>
        </li>
      ))}
      {ids.length > NAMED ? <li className="text-muted">and {formatCount(ids.length - NAMED)} more</li> : null}
    </ul>
  );
}
