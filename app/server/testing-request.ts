import { vi } from 'vitest';

/** What `next/headers` answers with in tests (`vitest.config.ts`). One for all: test files share their modules. */
export const request = { headers: new Headers(), setCookie: vi.fn<(...cookie: unknown[]) => void>() };

export const headers = async () => request.headers;
export const cookies = async () => ({ set: request.setCookie });
