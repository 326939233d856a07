import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/**
 * Expects no axe violation in what the page shows now, in both themes. What looks the same whichever service the
 * console works on is looked at once.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { project, file } = test.info();
  if (project.name !== 'self-hosted' && !file.includes('connected')) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`));
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}
