import { CONFIRM_PASSWORD } from '@/components/form/confirm-needed';

type Result = { ok: true } | { ok: false; error: { message: string } };

/** Opens the dialog; returns whether the password was given. Set while the console is mounted. */
let ask: (() => Promise<boolean>) | null = null;

export function setAsk(given: typeof ask): void {
  ask = given;
}

/** Calls an action; if it wants the password once more, asks for it and calls again. */
export async function confirmed<R extends Result>(call: () => Promise<R>): Promise<R> {
  const result = await call();
  const isWanted = !result.ok && result.error.message === CONFIRM_PASSWORD;
  return isWanted && (await ask?.()) ? call() : result;
}
