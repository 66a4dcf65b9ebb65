import { defaultPolicyOf } from '@varde/catalogue/default-settings';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { DefaultSettingsForm } from './default-settings-form.tsx';
import { PerTypeSection, typesWith } from './per-type-section.tsx';
import { defaultableSettings } from './use-defaults-draft.ts';

const types = typesWith(({ dehaId }) =>
  defaultableSettings(dehaId).some((setting) => defaultPolicyOf(setting) !== null),
);

/** What devices of a customer and of those below it have unless somebody chooses otherwise, by type of device. */
export function DefaultSettingsSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  return (
    <PerTypeSection
      id="customer-default-settings"
      title={t('customers.defaultSettings.title')}
      help={t('customers.defaultSettings.help')}
      types={types}
      queryOf={(dehaId) => apiQuery('getDefaultSettings', { params: { custId, dehaId } })}
      form={(defaults, onDirty) => <DefaultSettingsForm defaults={defaults} onDirty={onDirty} />}
    />
  );
}
