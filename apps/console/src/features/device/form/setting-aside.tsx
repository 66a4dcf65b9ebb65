import { Anchor } from '@mantine/core';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import { autoTracking } from '@varde/catalogue/settings/tracking';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { settingLabel } from '#domain/settings/setting-texts.ts';
import { ChangedField } from './changed-field.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { Deviation, type DeviationProps } from './deviation.tsx';
import styles from './settings-page.module.css';
import type { useSettingsDraft } from './use-settings-draft.ts';

interface SettingAsideProps extends Pick<DeviationProps, 'onSend' | 'onKeep'> {
  definition: KnownSetting;
  state: SettingState | undefined;
  draft: ReturnType<typeof useSettingsDraft>;
  settings: Output<'getSettings'>;
  /** A save is under way. */
  busy: boolean;
}

/** What is beside a field: a page about it, who else has changed it, how far its value has come, and what the device has instead. */
export function SettingAside({ definition, state, draft, settings, busy, ...decide }: SettingAsideProps) {
  const { t } = useTranslation();
  const { key, learn } = definition;
  const changed = draft.elsewhere.find((each) => each.definition.key === key);
  return (
    <>
      {learn && (
        <Anchor href={`#${settings[learn]}`} size="sm">
          {t('settings.learn', { setting: settingLabel(t, key) })}
        </Anchor>
      )}
      {key === autoTracking.key && settings.fenced && draft.values[key] === true && (
        <span className={styles.delivery}>{t('settingsPage.onWithGeofence')}</span>
      )}
      {changed && (
        <ChangedField {...{ changed, state }} onTake={() => draft.drop(key)} onInsist={() => draft.insist(key)} />
      )}
      <DeliveryState definition={definition} state={state} />
      {state?.deviates && <Deviation {...{ definition, state, ...decide }} busy={busy || key in draft.changed} />}
    </>
  );
}
