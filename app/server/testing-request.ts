import { vi } from 'vitest';

/** The request behind `next/headers` in tests (`vitest.config.ts`). There is one, because test files share modules. */
export const request = { headers: new Headers(), setCookie: vi.fn<(...cookie: unknown[]) => void>() };

export const headers = async () => request.headers;
export const cookies = async () => ({ set: request.setCookie });
