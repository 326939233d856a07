/** The id a request goes by: the caller's own when it is a sane token, else a new one. */
export function requestId(sent: string | string[] | null | undefined): string {
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : crypto.randomUUID();
}
