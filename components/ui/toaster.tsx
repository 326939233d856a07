import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

/** Sonner's focus style is invisible in the dark theme. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-accent';

/**
 * The toasts; Alt+T focuses them. They come where the middle of a page's header is empty, so that they cover neither
 * rows nor what stands at the foot; on narrow screens over the top bar.
 */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <div className="contents print:hidden">
      <Sonner
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        position="top-center"
        duration={10_000}
        offset={{ top: 10 }}
        mobileOffset={{ top: 10, left: 10, right: 10 }}
        visibleToasts={4}
        closeButton
        // In the middle of what is beside the rail.
        className="md:left-[calc(50%+7.25rem)]!"
        toastOptions={{
          closeButtonAriaLabel: 'Close toast',
          classNames: {
            toast: `!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !flex-wrap !py-2.5 !text-base !font-sans ${focusRing}`,
            // Wraps the action below the text if there is no room.
            content: '!basis-40',
            description: '!text-muted',
            actionButton: `forced-colors:!border !bg-accent !text-accent-ink !h-7 !px-2.5 !text-sm !rounded-md ${focusRing}`,
            closeButton: `!size-6 !border-line !bg-raised !text-muted ${focusRing}`,
          },
        }}
      />
    </div>
  );
}
