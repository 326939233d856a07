import { isRace, type RequestContext } from '@/lib/database/statement';
import { SEALED_AT_ONCE, sealActivity } from './seal-activity';
import { tellRules } from './tell-rules';

/**
 * Seals for a reader, and tells of rules. Returns `SEALED_AT_ONCE` if there may be more, as when another process is sealing.
 */
export async function sealForReaders(context: RequestContext): Promise<number> {
  try {
    const count = await sealActivity(context);
    return count < SEALED_AT_ONCE && (await tellRules(context)) ? SEALED_AT_ONCE : count;
  } catch (cause) {
    if (isRace(cause)) return SEALED_AT_ONCE;
    throw cause;
  }
}

/** Seals everything that has been committed, so that a reader can start after it. */
export async function sealBacklog(context: RequestContext): Promise<void> {
  while ((await sealForReaders(context)) >= SEALED_AT_ONCE);
}
