import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

/** Sonner's focus style is invisible in the dark theme. */
const focusRing = 'focus-visible:!outline-2 focus-visible:!outline-offset-2 focus-visible:!outline-accent';

/** Above the lines at the foot of the page. */
const bottom = 'calc(4rem + var(--foot, 0rem))';

/** The toasts; Alt+T focuses them. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <div className="contents print:hidden">
      <Sonner
        theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
        position="bottom-right"
        duration={10_000}
        offset={{ bottom, right: 16 }}
        mobileOffset={{ bottom }}
        visibleToasts={4}
        closeButton
        toastOptions={{
          closeButtonAriaLabel: 'Close toast',
          classNames: {
            toast: `!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !flex-wrap !text-base !font-sans ${focusRing}`,
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
