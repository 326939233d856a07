'use client';

// The frame of the console stays; only the page is replaced.
export { PageFailed as default } from '../page-failed';
