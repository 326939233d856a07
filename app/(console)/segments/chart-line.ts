/** Room for the stroke above and below. */
const PAD = 2;

/** The path of a line through values, from the left edge to the right, as high as the lowest and highest allow. */
export function toLine(values: readonly number[], width: number, height: number): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const range = highest - lowest;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  // Without a change it lies at the bottom if there is nothing, otherwise in the middle.
  const flat = highest === 0 ? 0 : 0.5;
  const points = values.map((value, index) => {
    const share = range === 0 ? flat : (value - lowest) / range;
    return `${round(index * step)},${round(height - PAD - share * (height - 2 * PAD))}`;
  });
  return `M${points.join('L')}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
