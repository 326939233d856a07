/**
 * Joins class names. Of two Tailwind classes for the same property the style sheet decides, not their order: what takes
 * the place of a component's own class is written with an exclamation mark (`max-w-full!`).
 */
export { clsx as cn } from 'clsx';
