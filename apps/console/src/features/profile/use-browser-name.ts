import { browserName } from '@varde/catalogue/browser-name';
import { useTranslation } from 'react-i18next';

/** "Chrome på Android", from a user agent. */
export function useBrowserName(userAgent: string | null): string {
  const { t } = useTranslation();
  const { browser, system } = browserName(userAgent);
  return t('profile.browserOn', {
    browser: browser ?? t('profile.unknownBrowser'),
    system: system ?? t('profile.unknownSystem'),
  });
}
