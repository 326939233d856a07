'use client';

import { X } from 'lucide-react';
import { useTheme } from 'next-themes';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
// oxlint-disable-next-line no-restricted-imports -- This is what is fetched.
import { type Action, type ExternalToast, Toaster as Sonner, toast } from 'sonner';
import { buttonClasses } from './button';
import { cn } from './cn';
import { focusMain } from './focus-main';
import { withSignIn } from './signed-out';
import { isAction, kinds, type Shower, showToastsBy } from './toast';

/**
 * Where messages about what has just happened appear. They stay for ten seconds, those with something to do for
 * twenty, and as long as the pointer or the focus is on them (Alt+T goes there).
 */
export default function Toaster() {
  const { resolvedTheme } = useTheme();
  const cameFrom = useRef<HTMLElement | null>(null);
  // A live region that comes together with its first message is not read out: a frame lies between them.
  useEffect(() => {
    const frame = requestAnimationFrame(() => showToastsBy(shower));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div
      role="presentation"
      className="toasts contents print:hidden"
      onFocus={({ target, relatedTarget }) => {
        const list = target.closest('ol');
        if (!list || list.contains(relatedTarget)) return;
        cameFrom.current = relatedTarget as HTMLElement | null;
        hold(list);
      }}
      onBlur={({ target, relatedTarget }) => {
        const list = target.closest('ol');
        if (list && !list.contains(relatedTarget)) release(list);
      }}
      onClick={({ target }) => {
        // The button goes with its message; the focus goes back to where it was before.
        if (!(target as Element).closest('button')) return;
        if (cameFrom.current?.isConnected) cameFrom.current.focus({ preventScroll: true });
        else focusMain();
      }}
    >
      <Sonner
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        position="bottom-right"
        duration={10_000}
        offset={{ bottom: 'var(--toast-bottom)', right: 16 }}
        mobileOffset={{ bottom: 'var(--toast-bottom)' }}
        visibleToasts={4}
        toastOptions={{
          classNames: {
            toast: `!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !flex-wrap !py-3 !pr-3 !text-base !font-sans ${focusRing}`,
            // Where it has no room beside what can be pressed, that stands below.
            content: '!basis-40',
            description: '!text-muted',
            cancelButton: `!bg-hover !text-ink !h-7 !text-sm !rounded-md ${focusRing}`,
          },
        }}
      />
    </div>
  );
}

/** Sonner's own is a shadow, black in both themes. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-accent';

/** Sonner's own cross stands before the buttons: whoever comes by the keyboard is to reach what the message offers first. */
const shower = {
  ...Object.fromEntries(
    kinds.map((kind) => [
      kind,
      (message: string, options: ExternalToast = {}) =>
        toast[kind](withSignIn(message), {
          ...options,
          description: withSignIn(options.description as ReactNode),
          action: <Buttons options={options} closes={kind !== 'loading'} />,
        }),
    ]),
  ),
  dismiss: toast.dismiss,
} as unknown as Shower;

function Buttons({ options: { id, action }, closes }: { options: ExternalToast; closes: boolean }) {
  const close = () => void toast.dismiss(id);
  const done = useRef<Action>(null);
  function act(event: MouseEvent<HTMLButtonElement>) {
    // The message is in the page for a moment after it was closed: what it offers is good for one click.
    if (!isAction(action) || action === done.current) return;
    done.current = action;
    action.onClick(event);
    if (!event.defaultPrevented) close();
  }
  return (
    <>
      {isAction(action) ? (
        <button
          type="button"
          data-button
          data-action
          onClick={act}
          className={`forced-colors:!border !bg-accent !text-accent-ink !h-7 !px-2.5 !text-sm !rounded-md ${focusRing}`}
        >
          {action.label}
        </button>
      ) : null}
      {closes ? (
        <button
          type="button"
          aria-label="Close toast"
          onClick={close}
          className={cn(buttonClasses({ variant: 'ghost', size: 'icon-sm' }), 'text-muted!')}
        >
          <X aria-hidden />
        </button>
      ) : null}
    </>
  );
}

/** Sonner waits as long as the pointer is on the messages: to it this is the same. */
function hold(list: Element) {
  list.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
}

function release(list: Element) {
  list.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
}
