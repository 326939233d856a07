import { useTheme } from 'next-themes';
import { useEffect, useState } from 'react';
import { afterPaint } from '@/components/hooks/use-popup';
import { loadToasts, TOAST } from './toast';

/** Sonner's focus style is invisible in the dark theme. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-accent';

/**
 * Container of the toasts; Alt+T focuses them. They appear at the bottom left, below dialogs: in the rail, above its foot,
 * where they cover neither rows nor what acts on them. On low screens they cover the foot, not the links to pages.
 */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  const sonner = useSonner();
  if (!sonner) return null;
  return (
    <div
      className="contents print:hidden"
      // Sonner gives the focus back to the field before it once a toast closes, which by then may take it from another one.
      // Only somebody who came by keys needs that.
      onFocusCapture={(event) => {
        if (!event.target.matches(':focus-visible')) event.stopPropagation();
      }}
    >
      <sonner.Toaster
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        position="bottom-left"
        duration={10_000}
        offset={{ bottom: '8rem', left: 10 }}
        mobileOffset={{ bottom: 56, left: 10, right: 10 }}
        visibleToasts={4}
        closeButton
        className="z-40! md:w-[13.25rem]! md:[@media(height<50rem)]:[--offset-bottom:3.25rem]!"
        toastOptions={{
          closeButtonAriaLabel: 'Close toast',
          classNames: {
            toast: `!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !flex-wrap !gap-x-2 !gap-y-1 md:!w-[13.25rem] !py-2.5 !pr-8 !pl-3 !text-base !font-sans ${focusRing}`,
            // In the narrow rail the action is below the text, on a phone beside it.
            content: '!basis-0',
            description: '!text-muted',
            actionButton: `forced-colors:!border !ml-0 !h-6 md:!basis-full md:!justify-start md:[[data-icon]~&]:!pl-[25px] !bg-transparent !px-0 !text-base !text-accent hover:!underline ${focusRing}`,
            closeButton: `!top-2.5 md:!top-[8.5px] !right-1 !left-auto !size-6 !transform-none !border-0 !bg-transparent !text-muted ${focusRing}`,
          },
        }}
      />
    </div>
  );
}

/** Loads the library with the first input, because the server may be away by the first toast; `null` until then. */
function useSonner() {
  const [sonner, setSonner] = useState<Awaited<ReturnType<typeof loadToasts>> | null>(null);
  useEffect(() => {
    const loaded = new AbortController();
    const load = () =>
      afterPaint(async () => {
        // The next input tries again.
        const library = await loadToasts().catch(() => null);
        if (!library) return;
        loaded.abort();
        setSonner(library);
      });
    // On capture, because forms keep their keys to themselves.
    const options = { capture: true, signal: loaded.signal };
    for (const type of ['pointerdown', 'keydown', TOAST]) window.addEventListener(type, load, options);
    return () => loaded.abort();
  }, []);
  return sonner;
}
