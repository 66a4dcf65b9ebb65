import { Button, CloseButton, Group, NativeSelect, Stack } from '@mantine/core';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { ListedDevice } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { SettingField } from '#domain/settings/setting-field.tsx';
import { groupText, settingErrorText, settingLabel } from '#domain/settings/setting-texts.ts';
import { Failure } from '#kit/form/failure.tsx';
import { type BulkProps, divided } from './bulk-props.ts';
import { fetchPreview, type Preview } from './bulk-settings-preview.ts';
import { BulkSettingsRun } from './bulk-settings-run.tsx';
import styles from './device-list.module.css';

/** Gives chosen settings one value on all devices that have them and take it: first the choice, then what it changes. */
export function BulkSettings(props: BulkProps) {
  const [values, setValues] = useState<SettingValues>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const { affected: open } = divided(props.devices, mayChange);
  if (preview !== null) return <BulkSettingsRun {...props} {...{ values, preview }} onBack={() => setPreview(null)} />;
  return <Choice {...{ devices: open, values }} onChange={setValues} onPreview={setPreview} onCancel={props.onDone} />;
}

const mayChange = ({ abilities }: ListedDevice) => abilities.includes('settings');

interface ChoiceProps {
  /** Those that the user may change. */
  devices: readonly ListedDevice[];
  values: SettingValues;
  onChange: (values: SettingValues) => void;
  onPreview: (preview: Preview) => void;
  onCancel: () => void;
}

/** The settings and their values. */
function Choice({ devices, values, onChange, onPreview, onCancel }: ChoiceProps) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const offered = useMemo(() => offeredOn(devices), [devices]);
  const chosen = offered.filter(({ key }) => key in values);
  const faultOf = (definition: KnownSetting) => {
    const value = enteredSetting(definition, values[definition.key] ?? definition.default);
    const code = validateSetting(definition, value);
    return code === null ? undefined : settingErrorText(t, code);
  };
  async function preview() {
    const found = await submit(() => fetchPreview(devices, values));
    if (found !== undefined) onPreview(found);
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('bulk.chooseSetting')}
        description={t('bulk.settingsHelp')}
        value=""
        onChange={({ currentTarget }) => {
          const found = offered.find(({ key }) => key === currentTarget.value);
          if (found) onChange({ ...values, [found.key]: found.default });
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
            onChange={(value: SettingValue) => onChange({ ...values, [definition.key]: value })}
          />
          <CloseButton
            aria-label={t('bulk.dropSetting', { setting: settingLabel(t, definition.key) })}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(values).filter(([key]) => key !== definition.key)))
            }
          />
        </div>
      ))}
      <Failure text={failure} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={chosen.length === 0 || chosen.some((definition) => faultOf(definition) !== undefined)}
          onClick={() => void preview()}
        >
          {t('bulk.settingsShow')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Without those that are about one wearer, ask or warn before they are saved, or depend on the firmware of each device. */
const isForMany = ({ ofWearer, confirm, warnings, override, secret, needs, turnedOffAtSave }: KnownSetting): boolean =>
  !(ofWearer || confirm || warnings || override || secret || needs || turnedOffAtSave);

/** Each setting once, with the widest values that a type among the devices takes: what the others refuse is previewed. */
function offeredOn(devices: readonly ListedDevice[]): KnownSetting[] {
  const found = new Map<string, KnownSetting>();
  for (const dehaId of new Set(devices.map((device) => device.dehaId))) {
    const hardware = hardwareById(dehaId);
    for (const setting of hardware ? settingsFor(hardware, null).filter(isForMany) : []) {
      const before = found.get(setting.key);
      found.set(setting.key, before === undefined ? setting : widest(before, setting));
    }
  }
  return [...found.values()];
}

function widest(one: KnownSetting, other: KnownSetting): KnownSetting {
  if (one.kind === 'integer' && other.kind === 'integer')
    return { ...one, min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
  if (one.kind !== 'choice' || other.kind !== 'choice') return one;
  const more = other.options.filter(({ value }) => !one.options.some((option) => option.value === value));
  return { ...one, options: [...one.options, ...more] };
}

function choicesOf(t: TFunction, offered: readonly KnownSetting[]) {
  const groups = new Set(offered.map(({ group }) => group));
  return [...groups].map((group) => ({
    group: groupText(t, group),
    items: offered
      .filter((each) => each.group === group)
      .map(({ key }) => ({ value: key as string, label: settingLabel(t, key) })),
  }));
}
