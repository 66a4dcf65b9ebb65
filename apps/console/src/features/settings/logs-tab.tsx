import { Button, Group, Tooltip } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import type { TabProps } from './tab-props.ts';

/** The logs of a device and its reports. */
export function LogsTab({ device }: TabProps) {
  return (
    <Group gap="xs">
      <DeviceActionButtons device={device} place="logs" />
      <ExportPersonalData />
    </Group>
  );
}

/**
 * Disabled, with a notice that it comes later (specification 2, section 2 "Status bar and reports"): until then the
 * export is in administration. It is focusable, so that a screen reader reads the notice.
 */
function ExportPersonalData() {
  const { t } = useTranslation();
  return (
    <Tooltip
      label={t('deviceLog.exportPersonalDataLater')}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        size="xs"
        variant="default"
        data-disabled
        aria-disabled
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={(event) => event.preventDefault()}
      >
        {t('deviceLog.exportPersonalData')}
      </Button>
    </Tooltip>
  );
}
