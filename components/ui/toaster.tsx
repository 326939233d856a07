import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

/** Sonner's focus style is invisible in the dark theme. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-accent';

/**
 * Container of the toasts; Alt+T focuses them. They appear over the empty middle of the page header, or the top bar on
 * narrow screens, where they cover neither rows nor the foot of the page.
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
        // Centered in the area beside the navigation rail.
        className="md:left-[calc(50%+7.25rem)]!"
        toastOptions={{
          closeButtonAriaLabel: 'Close toast',
          classNames: {
            toast: `!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !flex-wrap !py-2.5 !text-base !font-sans ${focusRing}`,
            // Wraps the action below the text if space is short.
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
