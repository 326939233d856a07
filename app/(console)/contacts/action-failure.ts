/** What a server action is taken to have said when no answer came from it. */
export const NO_ANSWER = {
  ok: false,
  error: { message: 'Roster cannot be reached. Check the connection.', requestId: null },
} as const;

interface ActionFailure {
  message: string;
  requestId?: string | null;
}

/** The message of a failed action, with the id under which the log has it. */
export function failureText({ message, requestId }: ActionFailure): string {
  return requestId ? `${message} (request ${requestId})` : message;
}
