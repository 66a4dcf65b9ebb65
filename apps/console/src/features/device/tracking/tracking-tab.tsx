import { Group } from '@mantine/core';
import type { SettingGroup } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { SettingsTab } from '../form/settings-tab.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { ManualTracking } from './manual-tracking.tsx';

/** How and when a device is tracked, how it finds its position, and where it is now. */
export function TrackingTab({ device, tab }: TabProps) {
  const { t } = useTranslation();
  const layout = {
    groupNames: { tracking: t('settingsPage.trackingMode') },
    also: (group: SettingGroup) => group === 'tracking' && <ManualTracking device={device} />,
  };
  return (
    <>
      <Group gap="xs">
        <DeviceActionButtons device={device} place="tracking" />
      </Group>
      <SettingsTab {...{ device, tab, layout }} />
    </>
  );
}
