import { type Policy, policies, roles } from '@varde/catalogue/permissions';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { settingLabel } from '#kit/form/setting-texts.ts';
import { useFormats } from '#kit/use-formats.ts';

/** Fields that hold a moment in Unix milliseconds. */
const moments: ReadonlySet<string> = new Set(['temporaryUntil', 'validUntil', 'before']);
const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** What an entry says of each field, for people: names as the forms have them, and values without brackets. */
export function useFieldWords() {
  const { t } = useTranslation();
  const formats = useFormats();

  const fieldName = (field: string): string => {
    const path = `auditFields.names.${field}`;
    return i18next.exists(path) ? t(path as 'auditFields.names.firmName') : settingLabel(t, field);
  };
  const roleName = (given: unknown): string => {
    const role = roles.find(({ key }) => key === given);
    return role === undefined ? String(given) : t(`catalogue.roles.${role.key}`);
  };
  const heldRole = ({ role, custId }: Record<string, unknown>): string =>
    custId === null || custId === undefined
      ? t('auditFields.values.everywhere', { role: roleName(role) })
      : t('auditFields.values.at', { role: roleName(role), custId: String(custId) });

  const fieldValue = (field: string, given: unknown): string => {
    if (given === null || given === undefined || given === '') return t('common.none');
    if (typeof given === 'boolean') return given ? t('settings.on') : t('settings.off');
    if (typeof given === 'number' && moments.has(field)) return formats.dayAndClock(given);
    if (Array.isArray(given))
      return given.map((each) => fieldValue(field, each)).join(', ') || t('common.none');
    if (isRecord(given)) {
      if ('role' in given) return heldRole(given);
      return Object.values(given)
        .filter((part) => part !== '' && part !== null)
        .map((part) => fieldValue('', part))
        .join(', ');
    }
    return codeName(field, String(given));
  };
  const codeName = (field: string, code: string): string => {
    if (field === 'role') return roleName(code);
    if (field === 'policy' && code in policies) return t(`rolePolicies.policies.${code as Policy}`);
    const path = field === 'kind' ? `customers.kinds.${code}` : `auditFields.values.${code}`;
    const isCode = field === 'kind' || field === 'status' || field === 'state';
    return isCode && i18next.exists(path) ? t(path as 'auditFields.values.active') : code;
  };
  return { fieldName, fieldValue };
}
