import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { layoutProblems, spaceText } from './layout-problems';

/** CSS pixels: a window of 1280 at 400 %, which everything has to fit (WCAG 1.4.10). */
const NARROWEST = 320;

/**
 * Expects no axe violation in what the page shows now, in both themes, and a layout that holds when text is spaced
 * out, here and on the narrowest screen. What looks the same whichever service the console works on is looked at once,
 * and so is what looks the same over any copy.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, file } = test.info();
  const once = file.includes('connected')
    ? project.name !== 'connected-five'
    : project.name.startsWith('self-hosted');
  if (!once) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    const axe = await look(page);
    // The themes differ in colors and in nothing else, and each look takes its time.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
  const size = page.viewportSize() ?? { width: NARROWEST, height: 720 };
  for (const width of new Set([size.width, NARROWEST])) {
    await page.setViewportSize({ width, height: size.height });
    await expectLayout(page);
  }
  await page.setViewportSize(size);
}

/** Expects a layout that holds in the window as it is, also when text is spaced out. */
export async function expectLayout(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  for (const spaced of [false, true]) {
    await page.evaluate(spaceText, spaced);
    // What floats beside a button follows it in the frames after.
    await expect
      .poll(() => page.evaluate(layoutProblems), `layout, ${width} px wide${spaced ? ', spaced text' : ''}`)
      .toEqual([]);
  }
  await page.evaluate(spaceText, false);
}

/**
 * Axe, with a fifth of the work it makes by itself: it looks in the page and not in parts that are put together in
 * another one (there are no frames), does not describe what passes, and is read by each document once. Text beside what
 * style sheets draw is judged like all other text: axe would look for such drawings for longer than for all else, only to
 * leave it unjudged.
 */
async function look(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // Its types do not know `checks`, which is why this is not written where it is used.
  const options = {
    resultTypes: ['violations' as const],
    checks: { 'color-contrast': { options: { ignorePseudo: true } } },
  };
  return new AxeBuilder({ page, ...(isThere && { axeSource: 'void axe' }) }).setLegacyMode().options(options);
}
