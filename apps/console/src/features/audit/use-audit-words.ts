import type { AuditEntry } from '@varde/contract/audit';
import { useTranslation } from 'react-i18next';

/** An entry in words, the same on the screen and in the export. */
export function useAuditWords() {
  const { t } = useTranslation();
  const value = (given: unknown): string => {
    if (given === null || given === undefined || given === '') return t('common.none');
    return typeof given === 'object' ? JSON.stringify(given) : String(given);
  };
  return {
    value,
    who: ({ user }: AuditEntry): string =>
      user === null ? t('audit.nobody') : (user.name ?? t('audit.goneUser', { userId: user.userId })),
    what: ({ action }: AuditEntry): string => t(`audit.actions.${action}`),
    about: ({ device, subject }: AuditEntry): string => {
      if (device !== null) return device.deviceName ?? t('audit.goneDevice', { deviId: device.deviId });
      return subject === null ? '' : t(`audit.subjects.${subject.kind}`, { id: subject.id });
    },
    whose: ({ customer }: AuditEntry): string =>
      customer === null
        ? t('audit.installation')
        : (customer.firmName ?? t('audit.goneCustomer', { custId: customer.custId })),
  };
}
