import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Width in CSS pixels of a 1280 px window at 400 % zoom, which every page must fit (WCAG 1.4.10). */
const NARROWEST = 320;
/** The same window at 200 % zoom. */
const ZOOMED = { width: 640, height: 360 };

/** Expects that the page, as shown now, has no axe violation in either theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  // A page has no title for a moment while another one opens.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await page.evaluate(violations, colorScheme), `axe, ${colorScheme}`).toEqual([]);
  }
}

/** Expects the same, and that the page fits the narrowest screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  const size = page.viewportSize() ?? { width: NARROWEST, height: 720 };
  await expectLayout(page);
  for (const narrow of [{ width: NARROWEST, height: size.height }, ZOOMED]) {
    await page.setViewportSize(narrow);
    await expectLayout(page);
    await expect.poll(() => page.evaluate(cutOff), `${narrow.width} px wide`).toEqual([]);
  }
  await page.setViewportSize(size);
}

/** The controls that the window cuts off at its sides, and the dialogs that it cuts off anywhere. Runs in the page. */
function cutOff(): string[] {
  return [
    ...document.querySelectorAll('a, button, input, select, textarea, [role=dialog], [role=alertdialog]'),
  ]
    .filter((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const isDialog = element.matches('[role$=dialog]');
      const isOutside =
        left < -1 || right > innerWidth + 1 || (isDialog && (top < -1 || bottom > innerHeight + 1));
      // What is for screen readers only is 1 px wide. Rows of tabs and filters, and code, scroll sideways.
      return (
        isOutside &&
        width > 1 &&
        element.checkVisibility() &&
        !element.closest('[class*=overflow-x-auto], .overflow-auto, .pill-row')
      );
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

/** Waits until the page has this theme and returns its axe violations. Runs in the page. */
async function violations(colorScheme: 'dark' | 'light'): Promise<string[]> {
  while (!document.documentElement.classList.contains(colorScheme)) await new Promise(requestAnimationFrame);
  const { axe: runner } = window as unknown as { axe: typeof axe };
  // The first six rows of a table have all colors.
  const { violations } = await runner.run(
    { exclude: 'tbody tr:nth-child(n+7)' },
    {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
      // The themes differ only in colors.
      ...(colorScheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Expects that the page does not scroll sideways. */
export async function expectLayout(page: Page): Promise<void> {
  const beyond = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  };
  await expect.poll(() => page.evaluate(beyond), `${page.viewportSize()?.width} px wide`).toBe(0);
}
