'use client';

// The console's frame stays; only the page is replaced.
export { PageFailed as default } from '../page-failed';
