import type { AuditEntry } from '@varde/contract/audit';
import { useTranslation } from 'react-i18next';

/** An entry in words, the same on the screen and in the export. */
export function useAuditWords() {
  const { t } = useTranslation();
  return {
    who: ({ user }: AuditEntry): string =>
      user === null ? t('audit.nobody') : (user.name ?? t('audit.goneUser', { userId: user.userId })),
    what: ({ action }: AuditEntry): string => t(`audit.actions.${action}`),
    about: ({ device, subject, user, customer }: AuditEntry): string => {
      if (device !== null) return device.deviceName ?? t('audit.goneDevice', { deviId: device.deviId });
      if (subject === null) return '';
      if (subject.kind === 'user' && subject.id === user?.userId && user.name) return user.name;
      if (subject.kind === 'customer' && subject.id === customer?.custId && customer.firmName)
        return customer.firmName;
      return t(`audit.subjects.${subject.kind}`, { id: subject.id });
    },
    whose: ({ customer }: AuditEntry): string =>
      customer === null
        ? t('audit.installation')
        : (customer.firmName ?? t('audit.goneCustomer', { custId: customer.custId })),
  };
}
