import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi } from '../testing/testing';

describe.each(engines)('segmentIds of POST /contacts on $name', (engine) => {
  const api = new TestApi(engine);

  test('add to what is assigned; what is assigned keeps its time', async () => {
    const organization = await api.organization();
    const [vip, lead, old] = [
      await organization.segment('VIP'),
      await organization.segment('Lead'),
      await organization.segment('Old'),
    ];
    const stored = await organization.contact({
      email: 'a@b.example',
      segmentIds: [old.id, vip.id, old.id.toUpperCase()],
    });
    expect(stored.segments.map(({ segmentId }) => segmentId).sort()).toEqual([vip.id, old.id].sort());
    const later = await organization.contact({ email: 'a@b.example', segmentIds: [lead.id, vip.id] });
    expect(later.segments.slice(0, 2)).toEqual(stored.segments);
    expect(later.segments[2]).toEqual({ segmentId: lead.id, assignedAt: later.updatedAt });
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 1, Old: 1, VIP: 1 } });
  });

  test('that are unknown are refused, each by its place, and nothing is written', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const answer = await organization.call('POST', '/contacts', {
      email: 'a@b.example',
      segmentIds: [MISSING_ID, vip.id, MISSING_ID],
    });
    expect(answer.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: expect.any(String),
      details: [0, 2].map((at) => ({ path: `segmentIds.${at}`, message: 'There is no such segment.' })),
    });
    expect(await organization.totals()).toEqual({ contacts: 0, segments: { VIP: 0 } });
  });

  test('are 100 at most', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const stored = await organization.contact({
      email: 'a@b.example',
      segmentIds: Array(100).fill(vip.id),
    });
    expect(stored.segments).toHaveLength(1);
    const answer = await organization.call('POST', '/contacts', {
      email: 'a@b.example',
      segmentIds: Array(101).fill(vip.id),
    });
    expect(pathsOf(answer)).toEqual(['segmentIds']);
  });
});
