import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';

/** Account of the measured program. */
export const ADMIN = { ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: 'correct horse battery' };

/** Opens a browser signed in as admin, in which each page has an empty cache. */
export async function openBrowser(url) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const newPage = async (storageState) => {
    const context = await browser.newContext({ baseURL: url, storageState });
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(observe);
    const cdp = await context.newCDPSession(page);
    // Chromium's own bars take a part of the window, and it presents no frame that changes only what is outside of the rest.
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width: 1440, height: 1100 } });
    return { context, page, cdp };
  };
  const { context, page } = await newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(ADMIN.ADMIN_EMAIL);
  await page.getByLabel('Password').fill(ADMIN.ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
  const signedIn = await context.storageState();
  await context.close();
  return { newPage: () => newPage(signedIn), close: () => browser.close() };
}

/** Records events in milliseconds since navigation. Runs in the page before its scripts. */
function observe() {
  const seen = { largest: 0, shift: 0, slowest: 0, parts: null, rows: 0 };
  const watch = (type, onEntry, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime));
  watch('layout-shift', (entry) => entry.hadRecentInput || (seen.shift += entry.value));
  const onEvent = ({ interactionId, duration, startTime, processingStart, processingEnd }) => {
    if (!interactionId || duration <= seen.slowest) return;
    seen.slowest = duration;
    seen.parts = {
      waited: Math.round(processingStart - startTime),
      handled: Math.round(processingEnd - processingStart),
      painted: Math.round(startTime + duration - processingEnd),
    };
  };
  watch('event', onEvent, { durationThreshold: 16 });
  /** Resolves when the frame in which `holds` became true has been painted. */
  const painted = (holds) =>
    new Promise((resolve) => {
      const look = () => {
        if (!holds()) return requestAnimationFrame(look);
        // The first task after painting.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
  void painted(() => document.querySelector('tbody tr[data-row]')?.getBoundingClientRect().height > 0).then(
    (at) => (seen.rows = at),
  );
  Object.assign(window, { seen, painted });
}
