'use client';

// Replaces only the page, inside the console's frame.
export { PageFailed as default } from '../page-failed';
