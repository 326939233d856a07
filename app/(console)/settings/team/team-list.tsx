'use client';

import { useMemo, useState } from 'react';
import { ShownOnce } from '@/components/form/shown-once';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { formatCountOf } from '@/components/text/format-count';
import { Checkbox } from '@/components/ui/checkbox';
import type { Colleague, MadeLink } from '@/lib/staff/staff';
import { DeactivateDialog } from './deactivate-dialog';
import { InviteDialog } from './invite-dialog';
import { type LinkPurpose, useTeamChange } from './person-menu';
import { requireTwoFactor } from './team-actions';
import { teamColumns } from './team-columns';

type Open =
  | { kind: 'invite' }
  | { kind: 'deactivate'; person: Colleague }
  | { kind: 'link'; purpose: LinkPurpose; link: MadeLink };

/**
 * The people of the organization, to invite and change, and whether two-factor sign-in is required. `you`: id of the
 * signed-in person.
 */
export function TeamList({ you }: { you: string }) {
  const list = useRead('listTeam', {});
  const { data } = list;
  const [open, setOpen] = useState<Open | null>(null);
  const { mutate, isPending } = useTeamChange(requireTwoFactor);
  const columns = useMemo(
    () =>
      teamColumns({
        you,
        onDeactivate: (person) => setOpen({ kind: 'deactivate', person }),
        onLink: (purpose, link) => setOpen({ kind: 'link', purpose, link }),
      }),
    [you],
  );
  const close = () => setOpen(null);
  return (
    <ResourceList
      insideTabs
      title="Team"
      description={data ? formatCountOf(data.people.length, 'person', 'people') : null}
      collectionName="The team"
      query={list}
      columns={columns}
      rows={data?.people}
      add={{ label: 'Invite', onClick: () => setOpen({ kind: 'invite' }) }}
      foot={
        data ? (
          <div className="px-2 py-4 md:px-4">
            <label className="inline-flex items-start gap-2 rounded-md p-1 hover:bg-hover">
              <Checkbox
                checked={data.twoFactorRequired}
                disabled={isPending}
                onChange={({ target: { checked } }) => mutate({ required: checked })}
              />
              <span className="pt-0.5 text-sm">
                Require two-factor sign-in
                <span className="block text-muted">
                  People without it must set it up before they continue.
                </span>
              </span>
            </label>
          </div>
        ) : null
      }
    >
      {open?.kind === 'invite' ? (
        <InviteDialog onClose={close} onMade={(link) => setOpen({ kind: 'link', purpose: 'join', link })} />
      ) : null}
      {open?.kind === 'deactivate' ? <DeactivateDialog person={open.person} onClose={close} /> : null}
      {open?.kind === 'link' ? <ShownLink purpose={open.purpose} link={open.link} onClose={close} /> : null}
    </ResourceList>
  );
}

/** Shows an invitation or reset link once, and whether it was emailed. */
function ShownLink({ purpose, link, onClose }: { purpose: LinkPurpose; link: MadeLink; onClose(): void }) {
  const days = purpose === 'join' ? '7 days' : '1 day';
  const lead = link.sent ? 'The link was emailed to them.' : 'Send them this link.';
  return (
    <ShownOnce
      title={purpose === 'join' ? `Invitation for ${link.email}` : `Password reset for ${link.email}`}
      description={`${lead} It works once, for ${days}, and will not be shown again.`}
      label="Link"
      value={`${window.location.origin}/${purpose}?code=${link.code}`}
      onClose={onClose}
    />
  );
}
