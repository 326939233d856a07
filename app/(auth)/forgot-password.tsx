/** Explains that an admin resets passwords by a link. */
export function ForgotPassword() {
  return (
    <details className="text-sm">
      <summary className="inline-block min-h-6 cursor-pointer text-accent underline-offset-2 hover:underline">
        Forgot password?
      </summary>
      <p className="pt-2 text-pretty text-muted">
        Ask an admin of your organization for a reset link: it is in Settings, Team, in the menu beside your
        name.
      </p>
      <p className="pt-2 text-pretty text-muted">
        You are the only admin? Whoever runs the server gives you a new password with{' '}
        <code className="font-mono text-ink">npm run staff</code>.
      </p>
    </details>
  );
}
