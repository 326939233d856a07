/** Space for the stroke above and below. */
const PAD = 2;

/** Least height of an axis, as a share of the highest value: 5 % above and below a flat line. */
const LEAST = 0.1;

/** Share of the highest value up to which the lowest one counts as near 0, so that the axis begins there. */
const NEAR = 0.25;

/**
 * The lowest and highest value of an axis for values, at least `LEAST` of the highest apart, never below 0, and with a whole
 * number in the middle.
 */
export function toAxis(values: readonly number[]): { low: number; high: number } {
  const [least, high] = [Math.min(...values), Math.max(...values)];
  const low = least <= high * NEAR ? 0 : least;
  const missing = Math.max(high * LEAST, 2) - (high - low);
  if (missing <= 0) return { low, high: high + ((high - low) % 2) };
  const below = Math.max(Math.floor(low - missing / 2), 0);
  const above = Math.ceil(Math.max(high + missing / 2, below + 2));
  return { low: below, high: above + ((above - below) % 2) };
}

/** SVG path of a line through values: the whole width, `low` at the bottom, `high` at the top. */
export function toLinePath(values: readonly number[], width: number, height: number): string {
  const { low, high } = toAxis(values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const points = values.map((value, index) => {
    const share = (value - low) / (high - low);
    return `${round(index * step)},${round(height - PAD - share * (height - 2 * PAD))}`;
  });
  return `M${points.join('L')}`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
