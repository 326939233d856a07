/** The id sent by the caller if it is valid, else a new one. */
export function requestId(sent: string | string[] | null | undefined): string {
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}
