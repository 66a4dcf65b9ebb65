import type { TFunction } from 'i18next';

/** Name of a technical message (type 120); its code without a text. */
export function technicalName(code: string, t: TFunction): string {
  const names: Record<string, string> = {
    identityContested: t('deviceLog.technical.identityContested'),
    alarmReopened: t('deviceLog.technical.alarmReopened'),
  };
  return names[code] ?? code;
}
