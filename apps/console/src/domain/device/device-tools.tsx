import { Button, Group, Tooltip } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { ActionButtons } from '#kit/actions/action-buttons.tsx';
import { useDeviceActions } from './use-device-actions.ts';

/** Rare operations on a device, on its settings page: assign it, read its audit log, export. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  return (
    <Group gap="xs">
      <ActionButtons actions={useDeviceActions(device, 'tools')} />
      <ExportPersonalData />
    </Group>
  );
}

/**
 * Disabled, with a notice that it comes later (specification 2, section 2 "Status bar and reports"): until then the
 * export is in administration. It takes the keyboard's focus, so that a screen reader reads the notice.
 */
function ExportPersonalData() {
  const { t } = useTranslation();
  return (
    <Tooltip label={t('device.exportPersonalDataLater')} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant="default"
        data-disabled
        aria-disabled
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={(event) => event.preventDefault()}
      >
        {t('device.exportPersonalData')}
      </Button>
    </Tooltip>
  );
}
