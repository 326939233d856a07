/** Messages of the sign-in page about a failed company sign-in. */
export const companyProblems = {
  unreachable: 'Your company’s sign-in cannot be reached. Try again later.',
  refused: 'This account has no access. Ask an admin to invite you.',
  failed: 'Sign-in failed. Try again.',
} as const;

export type CompanyProblem = keyof typeof companyProblems;

/** An uncached 303 response that redirects to a path of this origin or a URL of the company. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

export const backToSignIn = (problem: CompanyProblem): Response => redirectTo(`/sign-in?problem=${problem}`);
