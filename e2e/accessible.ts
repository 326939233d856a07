import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/**
 * Expects no axe violation in what the page shows now, in both themes. What looks the same whichever service the
 * console works on is looked at once, and so is what looks the same over any copy.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, file } = test.info();
  const once = file.includes('connected')
    ? project.name !== 'connected-five'
    : project.name === 'self-hosted';
  if (!once) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    const axe = new AxeBuilder({ page });
    // The themes differ in colors and in nothing else, and each look takes its time.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}
