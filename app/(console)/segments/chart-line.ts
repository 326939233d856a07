/** Space for the stroke above and below. */
const PAD = 2;

/**
 * SVG path of a line through values: the whole width, the lowest at the bottom, the highest at the top. A flat line is in
 * the middle, or at the bottom if all are 0.
 */
export function toLinePath(values: readonly number[], width: number, height: number): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const range = highest - lowest;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  // A flat line is at the bottom if all values are 0, otherwise in the middle.
  const flat = highest === 0 ? 0 : 0.5;
  const points = values.map((value, index) => {
    const share = range === 0 ? flat : (value - lowest) / range;
    return `${round(index * step)},${round(height - PAD - share * (height - 2 * PAD))}`;
  });
  return `M${points.join('L')}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
