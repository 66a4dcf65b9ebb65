import { Button, Group, Tooltip } from '@mantine/core';
import { IconFileExport, IconListSearch, IconTransfer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '#kit/state/notify.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';

/** What is seldom done with a device: give it to somebody else, see who did and saw what, reports. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviId, abilities } = device;
  const assign = async () => {
    const dialog = await withAdministrationTexts(() => import('./assign-dialog.tsx')).catch(() => null);
    if (dialog === null) notifyFailure(t('common.partFailed'));
    else await dialog.openAssignDialog(device);
  };
  return (
    <Group gap="xs">
      {abilities.includes('assign') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTransfer size={16} aria-hidden />}
          onClick={() => void assign()}
        >
          {t('device.assign')}
        </Button>
      )}
      {abilities.includes('auditLog') && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconListSearch size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/device_audit_log/$deviId" params={{ deviId: String(deviId) }} />
          )}
        >
          {t('device.auditLog')}
        </Button>
      )}
      <ExportPersonalData />
    </Group>
  );
}

/**
 * Disabled, with a word of when it comes (specification 2, section 2 "Status bar and reports"): until then the export is
 * in administration. It can be reached by the keyboard, so that the word is read to everybody.
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
