import type * as z from 'zod';
import type { CallInput, Success } from '@/lib/call';
import type { OperationName } from '@/lib/contract/operations';
import { parseRetryAfter } from '@/lib/contract/retry-after';
import type { Scope } from '@/lib/contract/token';
import type { Refusal } from '../shared/reply';

/** A refusal to tell the assistant, with what to do about it. */
export class ToolError extends Error {}

/** Runs operations with the token of a request. Throws a `ToolError` for a refusal. */
export interface ToolCall {
  <N extends OperationName>(name: N, input: CallInput<N>): Promise<Pick<Success<N>, 'data' | 'meta'>>;
  scopes: readonly Scope[];
  /** The address of the console. */
  origin: string;
}

/** What a tool answers, and how many contacts of it count for the budget. */
export interface ToolAnswer {
  data: object;
  contacts?: number;
}

/** A tool of an assistant: one operation of the API with a smaller answer. */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  title: string;
  description: string;
  /** The operation that it needs the scopes of. */
  operation: OperationName;
  input: Input;
  /** Whether it proposes a change; else it only reads. */
  proposes?: boolean;
  run(call: ToolCall, input: z.output<Input>): Promise<ToolAnswer>;
}

/** Infers the input of a tool from its schema. */
export const tool = <Input extends z.ZodType>(definition: Tool<Input>): Tool => definition;

/** Tells a refusal, with what to do about it. */
export function toToolError({ code, message, details, headers }: Refusal): ToolError {
  const lines = details.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const remedy = {
    FORBIDDEN: 'Ask an administrator to create a token with it in Settings → API tokens.',
    UNAUTHORIZED: 'Ask an administrator for a new token.',
    NOT_FOUND: 'Look ids up with search_contacts, list_segments or proposal_status.',
    RATE_LIMITED: `Wait ${parseRetryAfter(new Headers(headers)) ?? 60} seconds.`,
  }[code as string];
  return new ToolError([message, ...lines, remedy].filter(Boolean).join(' '));
}

/** Most characters of a text in an answer. */
const MOST_CHARACTERS = 500;

/** Cuts long texts in an answer, at any depth. */
export function shorten<T>(value: T): T {
  const cut = (_: string, part: unknown) =>
    typeof part === 'string' && part.length > MOST_CHARACTERS
      ? `${part.slice(0, MOST_CHARACTERS).toWellFormed()}… (${part.length} characters)`
      : part;
  return JSON.parse(JSON.stringify(value, cut)) as T;
}
