import { Button } from '@mantine/core';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { ListedDevice } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { settingErrorText, settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkProps, divided } from './bulk-props.ts';
import { formerValues, newValues, type Preview, type PreviewedDevice } from './bulk-settings-preview.ts';

interface BulkSettingsRunProps extends BulkProps {
  values: SettingValues;
  preview: Preview;
  /** To the choice of settings and values. */
  onBack: () => void;
}

/** What the values change on each device, the work, and the way back to the former values. */
export function BulkSettingsRun({ devices, values, preview, onBack, ...dialog }: BulkSettingsRunProps) {
  const { t } = useTranslation();
  const of = ({ deviId }: ListedDevice) => preview.get(deviId);
  const { affected, excluded } = divided(devices, (device) => (of(device)?.changes.length ?? 0) > 0);
  const count = affected.length;
  return (
    <BulkDialog
      {...{ affected, excluded, ...dialog }}
      reason={t('bulk.settingsNot')}
      why={(device) => reasonText(t, of(device))}
      choice={
        <Button variant="subtle" size="xs" onClick={onBack}>
          {t('bulk.settingsBack')}
        </Button>
      }
      preview={count === 0 ? null : t('bulk.settingsPreview', { count })}
      proceed={t('bulk.settingsAll', { count })}
      present={(device) => changesText(t, of(device))}
      work={(device) => save(device, values, of(device))}
      undo={{
        text: (changed) => t('bulk.settingsUndo', { count: changed }),
        work: (device) => restore(device, of(device)),
      }}
    />
  );
}

function changesText(t: TFunction, previewed: PreviewedDevice | undefined): string {
  const words = (previewed?.changes ?? []).map(({ key, from, to }) => {
    const definition = settingByKey(key);
    const setting = settingLabel(t, key);
    if (definition === undefined || from === null) return setting;
    return t('bulk.settingsChange', {
      setting,
      from: settingValueText(t, definition, from),
      to: settingValueText(t, definition, to),
    });
  });
  return words.join(' · ');
}

function reasonText(t: TFunction, previewed: PreviewedDevice | undefined): string {
  if (previewed === undefined) return t('bulk.noRight');
  if (previewed.refused.length === 0) return t('bulk.settingsHad');
  const words = previewed.refused.map(({ key, reason }) => {
    const text = reason === 'unknownSetting' ? t('bulk.settingsLacks') : settingErrorText(t, reason);
    return t('common.fault', { field: settingLabel(t, key), text });
  });
  return words.join(' · ');
}

type Saved = 'settingsSet' | 'queued' | 'queuedAway';

/** Refused where a value is another than the previewed one by now. */
async function save(device: ListedDevice, values: SettingValues, previewed?: PreviewedDevice): Promise<Saved> {
  const began = previewed === undefined ? {} : formerValues(previewed);
  await call('saveSettings', { params: { deviId: device.deviId }, body: { values, began } });
  const isKept = Object.keys(values).every((key) => settingByKey(key)?.keptByServer);
  if (isKept) return 'settingsSet';
  return device.connected ? 'queued' : 'queuedAway';
}

async function restore({ deviId }: ListedDevice, previewed?: PreviewedDevice): Promise<'restored'> {
  if (previewed === undefined) return 'restored';
  const body = { values: formerValues(previewed), began: newValues(previewed) };
  await call('saveSettings', { params: { deviId }, body });
  return 'restored';
}
