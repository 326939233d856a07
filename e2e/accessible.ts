import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Half as long to send to each document as the one that is not minified. */
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** CSS pixels: a window of 1280 at 400 %, which everything has to fit (WCAG 1.4.10). */
const NARROWEST = 320;

/** Expects no axe violation in what the page shows now, in both themes, and that it fits the narrowest screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    const isThere = await page.evaluate(() => 'axe' in window);
    const axe = new AxeBuilder({ page, axeSource: isThere ? 'void axe' : axeSource }).setLegacyMode();
    axe.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });
    // Only in its colors one theme can differ from the other.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    // The colors of all rows of a table are those of the first ones.
    const { violations } = await axe.exclude('tbody tr:nth-child(n+7)').analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
  const size = page.viewportSize() ?? { width: NARROWEST, height: 720 };
  await expectLayout(page);
  await page.setViewportSize({ width: NARROWEST, height: size.height });
  await expectLayout(page);
  await page.setViewportSize(size);
}

/** Expects that the page does not scroll sideways. */
export async function expectLayout(page: Page): Promise<void> {
  const beyond = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  };
  await expect.poll(() => page.evaluate(beyond), `${page.viewportSize()?.width} px wide`).toBe(0);
}
