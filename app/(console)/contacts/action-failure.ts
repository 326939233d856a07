/** Result of a server action that did not respond. */
export const NO_ANSWER = {
  ok: false,
  error: { message: 'Roster cannot be reached. Check the connection.', requestId: null },
} as const;

interface ActionFailure {
  message: string;
  requestId?: string | null;
}

/** The message of a failed action, with its request id. */
export function failureText({ message, requestId }: ActionFailure): string {
  return requestId ? `${message} (request ${requestId})` : message;
}
