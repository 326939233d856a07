'use client';

import { Button } from './button';
import { isAction, toast, type WaitingToast } from './toast';

/** Says what there is to say where the code that shows messages could not be fetched: they stay until they are closed. */
export function PlainToasts({ toasts }: { toasts: readonly WaitingToast[] }) {
  return (
    <div
      role="alert"
      className="toasts fixed right-4 bottom-(--toast-bottom) z-60 flex max-h-1/2 w-88 max-w-[calc(100vw-2rem)] flex-col gap-2 overflow-y-auto p-1"
    >
      {toasts.map(({ id, message, options: { description, action } }) => (
        <div
          key={id}
          className="flex items-center gap-2 rounded-lg border border-line bg-raised p-3 text-base text-ink shadow-dialog"
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium">{message}</p>
            {typeof description === 'string' ? <p className="text-muted">{description}</p> : null}
          </div>
          {isAction(action) ? (
            <Button
              size="sm"
              onClick={(event) => {
                action.onClick(event);
                if (!event.defaultPrevented) toast.dismiss(id);
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => toast.dismiss(id)}>
            Close
          </Button>
        </div>
      ))}
    </div>
  );
}
