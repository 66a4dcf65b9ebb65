import type { TFunction } from 'i18next';

/** What a technical message (type 120) is about, in words; one that has none here is shown by its code. */
export function technicalName(code: string, t: TFunction): string {
  const names: Record<string, string> = { identityContested: t('device.technical.identityContested') };
  return names[code] ?? code;
}
