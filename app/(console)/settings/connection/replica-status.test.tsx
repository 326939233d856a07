import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ConsoleProviders } from '@/app/(console)/console-providers';
import { findCapabilities } from '@/app/server/permissions';
import { capabilitiesOf, type ReplicaStatus } from '@/lib/contract/connection';
import type { Role } from '@/lib/contract/role';
import { ReplicaSummary } from './replica-status';

vi.mock('next/navigation', async (original) => ({ ...(await original<object>()), useRouter: () => null }));

const replica: ReplicaStatus = {
  contacts: 3,
  synchronizes: true,
  reason: null,
  completeAt: '2026-01-01T00:00:00.000Z',
  sync: { running: false, met: 3, total: 3, invalid: 0, firstInvalid: null },
  problem: null,
};

/** The line as somebody with this role sees it. */
function summary(role: Role): string {
  const others = { change: true, loadSamples: false, readLatest: true, synchronize: true };
  const can = findCapabilities(
    role,
    capabilitiesOf(() => true, others),
  );
  return renderToStaticMarkup(
    <ConsoleProviders
      staffId=""
      dates={{ timeZone: null, dateFormat: null }}
      service={{ can, lacks: [], connection: null }}
      phoneCountry={null}
    >
      <ReplicaSummary replica={replica} />
    </ConsoleProviders>,
  );
}

test('only who may change contacts is offered to synchronize', () => {
  expect(summary('editor')).toMatch(/Synchronized .*<button.*>Synchronize</);
  expect(summary('viewer')).toContain('Synchronized ');
  expect(summary('viewer')).not.toContain('<button');
});
