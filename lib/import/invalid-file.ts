/** A file that cannot be imported; `message` is written for the person who chose it. */
export class InvalidFile extends Error {
  override name = 'InvalidFile';
}
