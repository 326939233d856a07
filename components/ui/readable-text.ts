/** Relative luminance of `#rrggbb` as WCAG 2.2 defines it, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast ratio of two colors `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const WHITE = '#ffffff';
const BLACK = '#000000';

/**
 * The text color, white or black, that is legible on the background `#rrggbb`. White wins wherever it reaches 4.5:1
 * (it looks calmer on saturated colors); black reaches it everywhere else.
 */
export function readableTextOn(background: string): typeof WHITE | typeof BLACK {
  return contrast(background, WHITE) >= 4.5 ? WHITE : BLACK;
}
