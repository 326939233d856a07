import { randomBytes } from 'node:crypto';
import { keyedDigest, sameDigest } from '../keyed-digest';

const PURPOSE = 'known browser';

/**
 * A mark for a browser in which this person has signed in before: `id.digest`. It proves nothing but that, so that
 * strangers who guess at a person's password cannot lock that person's own browsers out.
 */
export function markBrowser(secret: string, email: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${keyedDigest(secret, PURPOSE, id, email)}`;
}

/** The browser's id when `mark` was given to it for this e-mail address. */
export function knownBrowser(secret: string, email: string, mark: string | undefined): string | null {
  const [id, digest] = mark?.split('.') ?? [];
  if (!id || !digest || !sameDigest(digest, keyedDigest(secret, PURPOSE, id, email))) return null;
  return id;
}
