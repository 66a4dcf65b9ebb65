import { CloseButton, NativeSelect, Stack } from '@mantine/core';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { ListedDevice } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { SettingField } from '#domain/settings/setting-field.tsx';
import { groupText, settingErrorText, settingLabel } from '#domain/settings/setting-texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';
import styles from './device-list.module.css';

/** Gives chosen settings one value on all devices that have them and take it. */
export function BulkSettings({ devices, ...dialog }: BulkProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<SettingValues>({});
  const mayChange = ({ abilities }: ListedDevice) => abilities.includes('settings');
  const settingsOf = useMemo(() => settingsByType(devices), [devices]);
  const offered = offeredOn(devices.filter(mayChange), settingsOf);
  const chosen = offered.filter(({ key }) => key in values);
  const { affected, excluded } = divided(devices, (device) => mayChange(device) && takes(settingsOf(device), values));
  const change = (key: string, value: SettingValue) => setValues((before) => ({ ...before, [key]: value }));
  const drop = (key: string) =>
    setValues((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== key)));
  const count = affected.length;
  const faultOf = (definition: KnownSetting) => {
    const code = faultIn(definition, values[definition.key] ?? definition.default);
    return code === null ? undefined : settingErrorText(t, code);
  };
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.settingsNot')}
      choice={
        <Stack gap="sm">
          <NativeSelect
            label={t('bulk.chooseSetting')}
            description={t('bulk.settingsHelp')}
            value=""
            onChange={({ currentTarget }) => {
              const found = offered.find(({ key }) => key === currentTarget.value);
              if (found) change(found.key, found.default);
            }}
            data={[{ value: '', label: '' }, ...choicesOf(t, offered)]}
          />
          {chosen.map((definition) => (
            <div key={definition.key} className={styles.chosenSetting}>
              <SettingField
                definition={definition}
                value={values[definition.key] ?? definition.default}
                error={faultOf(definition)}
                disabled={false}
                onChange={(value) => change(definition.key, value)}
              />
              <CloseButton
                aria-label={t('bulk.dropSetting', { setting: settingLabel(t, definition.key) })}
                onClick={() => drop(definition.key)}
              />
            </div>
          ))}
        </Stack>
      }
      preview={chosen.length === 0 || count === 0 ? null : t('bulk.settingsPreview', { count })}
      proceed={t('bulk.settingsAll', { count })}
      work={(device) => save(device, chosen, values)}
    />
  );
}

/** Without those that are about one wearer, ask before they are saved, or depend on the firmware of each device. */
const isForMany = ({ ofWearer, confirm, override, secret, needs, turnedOffAtSave }: KnownSetting): boolean =>
  !(ofWearer || confirm || override || secret || needs || turnedOffAtSave);

type Settings = (device: ListedDevice) => readonly KnownSetting[];

/** The settings of each type among the devices. */
function settingsByType(devices: readonly ListedDevice[]): Settings {
  const types = new Map<number, KnownSetting[]>();
  for (const { dehaId } of devices) {
    const hardware = types.has(dehaId) ? undefined : hardwareById(dehaId);
    if (hardware) types.set(dehaId, settingsFor(hardware, null).filter(isForMany));
  }
  return ({ dehaId }) => types.get(dehaId) ?? [];
}

/** Each setting once, as the first device that has it defines it. */
function offeredOn(devices: readonly ListedDevice[], settingsOf: Settings): KnownSetting[] {
  const types = new Map(devices.map((device) => [device.dehaId, device]));
  const found = new Map<string, KnownSetting>();
  for (const device of types.values())
    for (const setting of settingsOf(device)) if (!found.has(setting.key)) found.set(setting.key, setting);
  return [...found.values()];
}

function choicesOf(t: TFunction, offered: readonly KnownSetting[]) {
  const groups = new Set(offered.map(({ group }) => group));
  return [...groups].map((group) => ({
    group: groupText(t, group),
    items: offered
      .filter((each) => each.group === group)
      .map(({ key }) => ({ value: key, label: settingLabel(t, key) })),
  }));
}

const faultIn = (definition: KnownSetting, value: SettingValue) =>
  validateSetting(definition, enteredSetting(definition, value));

/** Whether a device has all chosen settings and takes these values. */
function takes(own: readonly KnownSetting[], values: SettingValues): boolean {
  return Object.entries(values).every(([key, value]) => {
    const definition = own.find((each) => each.key === key);
    return definition !== undefined && faultIn(definition, value) === null;
  });
}

async function save(
  { deviId, connected }: ListedDevice,
  chosen: readonly KnownSetting[],
  values: SettingValues,
): Promise<'settingsSet' | 'queued' | 'queuedAway'> {
  await call('saveSettings', { params: { deviId }, body: { values } });
  if (chosen.every(({ keptByServer }) => keptByServer)) return 'settingsSet';
  return connected ? 'queued' : 'queuedAway';
}
