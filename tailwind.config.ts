import type { Config } from 'tailwindcss';

/** Names of the console's colors; the values of both themes stand in app/globals.css. */
const colors = `
  canvas surface raised hover line edge control ink muted scrim
  accent accent-strong accent-ink accent-soft danger danger-strong danger-ink danger-soft
  warning warning-soft success success-soft
`
  .trim()
  .split(/\s+/);

export default {
  theme: {
    extend: {
      colors: Object.fromEntries(colors.map((name) => [name, `var(--${name})`])),
      fontFamily: {
        sans: ['var(--font-inter)', 'Inter Variable', 'Inter Fallback', 'system-ui', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
      },
      fontSize: {
        xs: ['0.75rem', '1rem'],
        sm: ['0.8125rem', '1.25rem'],
        base: ['0.875rem', '1.25rem'],
        lg: ['1rem', '1.5rem'],
        xl: ['1.25rem', '1.75rem'],
      },
      borderRadius: { sm: '4px', md: '6px', lg: '8px', xl: '12px' },
      boxShadow: { popup: 'var(--shadow-popup)', dialog: 'var(--shadow-dialog)' },
    },
  },
} satisfies Config;
