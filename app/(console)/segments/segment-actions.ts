'use server';

import * as z from 'zod';
import { action } from '@/app/action';
import { segmentCreate, segmentRestore, segmentUpdate } from '@/lib/contract/segment';

const id = z.guid();

/** Creates a segment; a duplicate title is rejected at `title`. */
export const createSegment = action('segments:write', segmentCreate, (body, { client }) =>
  client.call('createSegment', { body }),
);

export const updateSegment = action(
  'segments:write',
  z.strictObject({ id, body: segmentUpdate }),
  (input, { client }) => client.call('updateSegment', input),
);

export const restoreSegment = action(
  'segments:write',
  z.strictObject({ id, body: segmentRestore }),
  (input, { client }) => client.call('restoreSegment', input),
);

/** Deletes a segment; its contacts are kept. */
export const deleteSegment = action('segments:write', z.strictObject({ id }), (input, { client }) =>
  client.call('deleteSegment', input),
);
