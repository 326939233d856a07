/** Classes of a segment's chip where segments are looked after: its title stands there in full, on more lines if it must. */
export const inFull = 'h-auto! min-h-5 max-w-full! py-0.5 [&>span]:whitespace-normal! [&>span]:wrap-anywhere';
