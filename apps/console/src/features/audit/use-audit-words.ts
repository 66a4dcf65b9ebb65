import type { AuditEntry } from '@varde/contract/audit';
import { useTranslation } from 'react-i18next';
import { mentioned } from './mentioned.ts';

/** An entry in words, the same on the screen and in the export. */
export function useAuditWords() {
  const { t } = useTranslation();
  const subjectWords = ({ subject, mentions }: AuditEntry): string => {
    if (subject === null) return '';
    const { kind, id } = subject;
    return kind === 'user' || kind === 'customer' || kind === 'device'
      ? mentioned(t, mentions, kind, id)
      : t(`audit.subjects.${kind}`, { id });
  };
  return {
    who: ({ user, key }: AuditEntry): string => {
      if (user === null) return t('audit.nobody');
      const who = user.name ?? t('audit.goneUser', { userId: user.userId });
      if (key === null) return who;
      const { keyId, name } = key;
      return name === null ? t('audit.withGoneKey', { who, keyId }) : t('audit.withKey', { who, name });
    },
    what: ({ action }: AuditEntry): string => t(`audit.actions.${action}`),
    about: (entry: AuditEntry): string => {
      const { device } = entry;
      if (device === null) return subjectWords(entry);
      return device.deviceName ?? t('audit.goneDevice', { deviId: device.deviId });
    },
    subject: subjectWords,
    whose: ({ customer }: AuditEntry): string =>
      customer === null
        ? t('audit.installation')
        : (customer.firmName ?? t('audit.goneCustomer', { custId: customer.custId })),
  };
}
