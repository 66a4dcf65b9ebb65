import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadRoutes } from '#data/api/call.ts';
import { openTitles } from '#kit/state/dialogs-ready.ts';
import { startTexts, withDevicePageTexts } from '#texts/i18n.ts';

/** jsdom has no layout and no media queries; the component library needs both. */
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.HTMLElement.prototype.scrollIntoView = () => undefined;
document.elementFromPoint = () => null;
// Test files share a process, and the frames of jsdom end with the window of the first file there.
window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 16));
window.cancelAnimationFrame = (frame) => clearTimeout(frame);

configure({ asyncUtilTimeout: 15_000 }); // lazy parts load slowly on a busy machine

localStorage.setItem('varde-language', 'nb');
await startTexts('nb');
await withDevicePageTexts(async () => undefined);
await loadRoutes();

const complaints: unknown[][] = [];
beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words));
});
afterEach(() => {
  cleanup();
  openTitles.clear();
  // They outlive the page of a test, and beyond five the next one waits.
  notifications.cleanQueue();
  notifications.clean();
  vi.unstubAllGlobals();
  for (const key of Object.keys(localStorage)) if (key !== 'varde-language') localStorage.removeItem(key);
  expect(complaints, 'console.error was called').toEqual([]);
});
