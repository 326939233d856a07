import { expect, it } from 'vitest';
import type { ServiceView } from '../../service-queries';
import { serviceAbilities } from './service-abilities';

const NO = 'This service cannot do it.';

const remote = (view: Partial<ServiceView>): ServiceView => ({
  lacking: {},
  connection: {
    url: 'https://api.example.com/v1',
    state: 'reachable',
    told: true,
    lastSuccessAt: null,
    lastError: null,
    mirror: null,
  },
  ...view,
});

it('another Roster can do everything', () => {
  expect(serviceAbilities(remote({})).filter(({ can }) => !can)).toEqual([]);
});

it('a service with the five operations leaves the rest to the copy', () => {
  const view = remote({
    lacking: {
      restoreContacts: NO,
      createBulkChange: NO,
      createSegment: NO,
      listRedemptions: NO,
      listTokens: NO,
    },
  });
  if (view.connection)
    view.connection.mirror = {
      fillable: false,
      certain: true,
      contacts: 3,
      vanished: 0,
      unreadable: { count: 0, first: [] },
      completeAt: null,
      claimed: null,
      lack: null,
      fill: null,
    };
  const can = serviceAbilities(view).filter((ability) => ability.can);
  expect(can.map(({ title }) => title)).toEqual(['Create and update contacts', 'Delete contacts']);
});
