'use client';

import { Laptop, Smartphone } from 'lucide-react';
import { useAction } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import { Section } from '../section';
import { endSession } from './profile-actions';

/** The person's open sessions, to sign out one or all others. */
export function SessionList() {
  const list = useRead('listSessions', {});
  const { data: sessions } = list;
  const { mutate, isPending, variables } = useAction(endSession, ['sessions'], {
    onError: (error) => toast.failed(null, error),
  });
  return (
    <Section
      title="Sessions"
      actions={
        sessions && sessions.length > 1 ? (
          <Button size="sm" pending={isPending && !variables.id} onClick={() => mutate({})}>
            Sign out all others
          </Button>
        ) : undefined
      }
    >
      <ReadBoundary collectionName="The sessions" query={list}>
        <ul
          aria-label="Sessions"
          aria-busy={!sessions}
          className="flex flex-col [&>li:first-child]:pt-0 [&>li:last-child]:border-b-0"
        >
          {sessions?.map(({ id, userAgent, createdAt, lastUsedAt, isCurrent }) => {
            const name = browserName(userAgent);
            const Icon = /Mobi|Android|iPhone|iPad/.test(userAgent) ? Smartphone : Laptop;
            return (
              <li key={id} className="flex min-h-12 items-center gap-3 border-b border-line py-2">
                <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                <div className="min-w-0 flex-1">
                  <p title={userAgent} className="flex flex-wrap items-center gap-x-2 font-medium">
                    {name}
                    {isCurrent ? <Badge tone="accent">This session</Badge> : null}
                  </p>
                  <p className="text-sm text-muted">
                    Last used <RelativeTime at={lastUsedAt} /> · signed in <RelativeTime at={createdAt} />
                  </p>
                </div>
                {isCurrent ? null : (
                  <Button
                    size="sm"
                    pending={isPending && variables.id === id}
                    onClick={() => mutate({ id })}
                    aria-label={`Sign out ${name}`}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </ReadBoundary>
    </Section>
  );
}

const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Name of browser and system from a user agent: "Firefox on Linux"; "Browser" if it is unknown. */
export function browserName(userAgent: string): string {
  const nameIn = (list: typeof browsers | typeof systems) =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [nameIn(browsers) ?? 'Browser', nameIn(systems)].filter(Boolean).join(' on ');
}
