import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { layoutProblems, spaceText } from './layout-problems';

/** Half as long to send to each document as the one that is not minified. */
const require = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Rules in which the themes can differ. They take most of the time. */
const COLORS = ['color-contrast', 'link-in-text-block'];
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
  await expectNone(page, 'axe', { disabled: COLORS });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    await expectNone(page, `axe, ${colorScheme}`, { only: COLORS });
  }
  const size = page.viewportSize() ?? { width: NARROWEST, height: 720 };
  const narrow = { width: NARROWEST, height: size.height };
  await expectHeld(page);
  await spaced(page, async () => {
    await expectHeld(page, ', spaced text');
    await page.setViewportSize(narrow);
    await expectHeld(page, ', spaced text');
  });
  await expectHeld(page);
  await page.setViewportSize(size);
}

/** Expects a layout that holds in the window as it is, also when text is spaced out. */
export async function expectLayout(page: Page): Promise<void> {
  await expectHeld(page);
  await spaced(page, () => expectHeld(page, ', spaced text'));
}

async function spaced(page: Page, work: () => Promise<void>): Promise<void> {
  await page.evaluate(spaceText, true);
  await work();
  await page.evaluate(spaceText, false);
}

async function expectHeld(page: Page, how = ''): Promise<void> {
  // What floats beside a button follows it in the frames after.
  await expect
    .poll(() => page.evaluate(layoutProblems), `layout, ${page.viewportSize()?.width} px wide${how}`)
    .toEqual([]);
}

/**
 * Axe, with a fifth of the work it makes by itself: it looks in the page and not in parts that are put together in
 * another one (there are no frames), does not describe what passes, and is read by each document once. Text beside what
 * style sheets draw is judged like all other text: axe would look for such drawings for longer than for all else, only to
 * leave it unjudged. Of the rows of a table, whose colors are alike, the first ones are judged by color.
 */
async function expectNone(page: Page, what: string, rules: { only: string[] } | { disabled: string[] }) {
  const isThere = await page.evaluate(() => 'axe' in window);
  // Its types do not know `checks`, which is why this is not written where it is used.
  const options = {
    resultTypes: ['violations' as const],
    checks: { 'color-contrast': { options: { ignorePseudo: true } } },
  };
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'void axe' : axeSource })
    .setLegacyMode()
    .options(options);
  if ('only' in rules) axe.withRules(rules.only).exclude('tbody tr:nth-child(n+7)');
  else axe.disableRules(rules.disabled);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(found, what).toEqual([]);
}
