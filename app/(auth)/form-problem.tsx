/** An error of the whole form, announced to screen readers. */
export function FormProblem({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? (
        <p className="rounded-md border border-danger/40 bg-danger-soft px-3 py-2 text-sm text-danger">
          {children}
        </p>
      ) : null}
    </div>
  );
}
