import { readStored, writeStored } from './stored.ts';

/** `auto` follows the operating system. */
export const themeChoices = ['light', 'dark', 'auto'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Shared by the login page, which has no Mantine, and the console, where Mantine reads the same key. */
export const themeStorageKey = 'varde-theme';

export function storedTheme(): ThemeChoice {
  const stored = readStored(themeStorageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'auto';
}

/** Whether a theme was chosen in this browser. */
export const hasStoredTheme = (): boolean => readStored(themeStorageKey) !== null;

/** Sets the choice on the document, where tokens.css and Mantine read it. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}

/** Follows the operating system while that is the choice. Returns the unsubscribe function. */
export function followSystemTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const onChange = () => applyTheme(storedTheme());
  system.addEventListener('change', onChange);
  return () => system.removeEventListener('change', onChange);
}

export function chooseTheme(choice: ThemeChoice): void {
  writeStored(themeStorageKey, choice);
  applyTheme(choice);
}
