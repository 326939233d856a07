/** Joins class names. The style sheet's order decides conflicts: override with an exclamation mark (`max-w-full!`). */
export { clsx as cn } from 'clsx';
