import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { startTexts } from '#texts/i18n.ts';

/** jsdom has no layout and no media queries; the library of components asks for both. */
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

configure({ asyncUtilTimeout: 15_000 }); // a part that is loaded late takes long on a machine that does much else

localStorage.setItem('varde-language', 'nb');
await startTexts('nb');

const complaints: unknown[][] = [];
beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  expect(complaints, 'console.error was called').toEqual([]);
});
