export function ExpiredLink({ what }: { what: string }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-lg font-semibold">This {what} has expired</h1>
      <p className="text-sm text-muted">
        The link works once, for a limited time. Ask an admin for a new one.
      </p>
    </div>
  );
}
