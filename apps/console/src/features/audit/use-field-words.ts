import { auditActions, auditMentionFields } from '@varde/catalogue/audit-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { markets } from '@varde/catalogue/markets';
import { allHardware, defaultHardware } from '@varde/catalogue/partner-prices';
import { type Policy, policies } from '@varde/catalogue/permissions';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { AuditEntry } from '@varde/contract/audit';
import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { useFormats } from '#kit/use-formats.ts';
import { languageNames, languages } from '#texts/language.ts';
import type { TimeFormats } from '#ui/time-format.ts';
import { mentioned } from './mentioned.ts';

/** Fields with a time in Unix milliseconds. */
const moments: ReadonlySet<string> = new Set(['temporaryUntil', 'validUntil', 'expiresAt', 'before', 'from', 'to']);
const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

type Values = AuditEntry['before'];

/** An entry's fields as text: labels as in the forms, and values without brackets and codes. */
export function useFieldWords() {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ mentions }: Pick<AuditEntry, 'mentions'>) => fieldWords(t, formats, mentions);
}

function fieldWords(t: TFunction, formats: TimeFormats, mentions: AuditEntry['mentions']) {
  const fieldName = (field: string): string => textAt(t, `auditFields.names.${field}`) ?? settingLabel(t, field);
  const customerOf = (custId: number) => mentioned(t, mentions, 'customer', custId);
  const heldRole = ({ role, custId }: Record<string, unknown>): string =>
    typeof custId === 'number'
      ? t('auditFields.values.at', { role: codeText(t, 'role', String(role)), customer: customerOf(custId) })
      : t('auditFields.values.everywhere', { role: codeText(t, 'role', String(role)) });

  const numberText = (field: string, given: number): string => {
    const kind = auditMentionFields.get(field);
    if (kind !== undefined) return mentioned(t, mentions, kind, given);
    if (moments.has(field)) return formats.dayAndClock(given);
    return codeText(t, field, String(given));
  };
  const recordText = (field: string, given: Record<string, unknown>): string => {
    if ('role' in given) return heldRole(given);
    const filled = Object.entries(given).filter(([, part]) => part !== '' && part !== null);
    if (field === 'filter' && filled.length === 0) return t('audit.kinds.all');
    // An address is shown without the names of its lines.
    const withNames = field === 'filter' || field === 'entries';
    return filled.map(([name, part]) => (withNames ? `${fieldName(name)}: ` : '') + fieldValue(name, part)).join(', ');
  };
  const fieldValue = (field: string, given: unknown): string => {
    if (given === null || given === undefined || given === '') return t('common.none');
    const setting = settingByKey(field);
    if (setting !== undefined && !Array.isArray(given) && !isRecord(given))
      return settingValueText(t, setting, given as string | number | boolean);
    if (typeof given === 'boolean') return given ? t('settings.on') : t('settings.off');
    if (typeof given === 'number') return numberText(field, given);
    if (Array.isArray(given)) return given.map((each) => fieldValue(field, each)).join(', ') || t('common.none');
    return isRecord(given) ? recordText(field, given) : codeText(t, field, String(given));
  };
  /** All fields in one line, for a table cell. */
  const line = (values: Values): string =>
    Object.entries(values ?? {})
      .map(([field, value]) => `${fieldName(field)}: ${fieldValue(field, value)}`)
      .join(' · ');
  return { fieldName, fieldValue, line };
}

const textAt = (t: TFunction, path: string): string | undefined =>
  i18next.exists(path) ? t(path as 'auditFields.names.firmName') : undefined;

/** Prefixes of the texts for each field's codes. */
const codeTexts: Readonly<Record<string, readonly string[]>> = {
  role: ['catalogue.roles'],
  kind: ['customers.kinds', 'personalData.kinds', 'audit.kinds', 'auditFields.values'],
  status: ['auditFields.values'],
  state: ['auditFields.values'],
  information: ['auditFields.values'],
  outcome: ['alarms.outcomes'],
  template: ['auditFields.mails'],
  theme: ['shell.themes'],
  userTag: ['catalogue.userTags'],
  changed: ['geofence.parts'],
};

/** Rows of a price list that are no type of device. */
const priceRows: Readonly<Record<string, 'partners.prices.all' | 'partners.prices.default'>> = {
  [allHardware]: 'partners.prices.all',
  [defaultHardware]: 'partners.prices.default',
};

/** A field's code in words; any other value unchanged. */
function codeText(t: TFunction, field: string, code: string): string {
  if (field === 'policy' && code in policies) return t(`rolePolicies.policies.${code as Policy}`);
  const hardware = field === 'dehaId' ? hardwareById(Number(code)) : undefined;
  if (hardware) return hardware.name;
  const row = field === 'dehaId' ? priceRows[code] : undefined;
  if (row) return t(row);
  const language = languages.find((each) => each === code);
  if (field === 'language' && language) return languageNames[language];
  const action = auditActions.find(({ key }) => key === code);
  if (field === 'action' && action) return t(`audit.actions.${action.key}`);
  const market = markets.find(({ id }) => String(id) === code);
  if (field === 'market' && market) return t(`customers.markets.${market.key}`);
  const paths = codeTexts[field] ?? [];
  return paths.map((path) => textAt(t, `${path}.${code}`)).find((text) => text !== undefined) ?? code;
}
