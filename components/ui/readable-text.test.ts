import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentPalette } from '@/lib/contract/segment';
import { contrast, readableTextOn } from './readable-text';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#777777')).toBe(1);
  });

  it('knows the gray that just reaches 4.5:1 on white', () => {
    expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
  });
});

describe('readableTextOn', () => {
  it('is legible on every color', () => {
    fc.assert(fc.property(hex, (color) => contrast(color, readableTextOn(color)) >= 4.5));
  });

  it('is white on dark and black on light', () => {
    expect(readableTextOn('#1e3a8a')).toBe('#ffffff');
    expect(readableTextOn('#fde047')).toBe('#000000');
  });

  it('is legible on the palette', () => {
    for (const color of segmentPalette) expect(contrast(color, readableTextOn(color))).toBeGreaterThan(4.5);
  });
});
