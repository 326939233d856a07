import { randomBytes } from 'node:crypto';
import { keyedDigest, sameDigest } from '../keyed-digest';

const PURPOSE = 'known browser';

/**
 * Marks a browser this person has signed in with: `id.digest`. Password guesses from elsewhere then cannot lock it out.
 */
export function markBrowser(secret: string, email: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${keyedDigest(secret, PURPOSE, id, email)}`;
}

/** The browser's id, if its mark was made for this email address. */
export function knownBrowser(secret: string, email: string, mark: string | undefined): string | null {
  const [id, digest] = mark?.split('.') ?? [];
  if (!id || !digest || !sameDigest(digest, keyedDigest(secret, PURPOSE, id, email))) return null;
  return id;
}
