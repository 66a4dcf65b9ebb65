import { hardwareById } from '@varde/catalogue/hardware/index';
import { useTranslation } from 'react-i18next';
import type { TabProps } from '../tab/tab-props.ts';
import { SettingsTab } from './settings-tab.tsx';

/** The display, or the lights, beside the sound (specification 2, section 2 "Sound and light page"). */
export function LightAndSoundTab({ device, tab }: TabProps) {
  const { t } = useTranslation();
  const hasDisplay = hardwareById(device.dehaId)?.capabilities.display;
  const groupNames = hasDisplay ? { light: t('settings.groups.display') } : {};
  return <SettingsTab {...{ device, tab }} layout={{ columns: true, groupNames }} />;
}
