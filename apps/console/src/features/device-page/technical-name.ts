import type { TFunction } from 'i18next';

/** Name of a technical message (type 120); its code where no text is known. */
export function technicalName(code: string, t: TFunction): string {
  const names: Record<string, string> = { identityContested: t('device.technical.identityContested') };
  return names[code] ?? code;
}
