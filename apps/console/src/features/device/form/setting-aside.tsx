import { Anchor } from '@mantine/core';
import { regionOf, timeZoneOf } from '@varde/catalogue/markets';
import { zone, zoneOfMarket } from '@varde/catalogue/settings/device-setting';
import { sameValue } from '@varde/catalogue/settings/same-value';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import { autoTracking } from '@varde/catalogue/settings/tracking';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { ChangedField } from '#domain/settings/changed-field.tsx';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { useNow } from '#ui/clock.ts';
import { offsetAt } from '#ui/time-zone.ts';
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
  const isDesired = changed && state && sameValue(definition, state.desired, changed.now);
  const words = (value: SettingValue) => settingValueText(t, definition, value);
  return (
    <>
      {learn && (
        <Anchor href={`#${settings[learn]}`} size="sm">
          {t('settings.learn', { setting: settingLabel(t, key) })}
        </Anchor>
      )}
      {key === autoTracking.key && settings.fenced && (
        <span className={styles.delivery}>{t('settingsPage.onWithGeofence')}</span>
      )}
      {key === zoneOfMarket.key && <ZoneOfMarket market={settings.market} />}
      {changed && (
        <ChangedField
          setting={settingLabel(t, key)}
          by={isDesired ? (state.changed?.by ?? t('settings.elsewhere.somebody')) : t('settingsPage.theDevice')}
          began={words(changed.began)}
          now={words(changed.now)}
          own={words(changed.own)}
          onTake={() => draft.drop(key)}
          onInsist={() => draft.insist(key)}
        />
      )}
      <DeliveryState definition={definition} state={state} />
      {state?.deviates && <Deviation {...{ definition, state, ...decide }} busy={busy || key in draft.changed} />}
    </>
  );
}

/** "As the market (Norway, now UTC+1)" */
function ZoneOfMarket({ market }: Pick<Output<'getSettings'>, 'market'>) {
  const { t, i18n } = useTranslation();
  const now = useNow(60_000);
  const minutes = offsetAt(now, timeZoneOf(market)) / 60_000;
  // Partner markets are run from a country too.
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(regionOf(market)) ?? '';
  const words = { market: country, zone: settingValueText(t, zone, minutes) };
  return <span className={styles.delivery}>{t('settingsPage.asMarket', words)}</span>;
}
