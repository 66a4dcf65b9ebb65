import { Button, Group } from '@mantine/core';
import { IconListSearch, IconTransfer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { withAdministrationTexts } from '#texts/i18n.ts';

/** What is seldom done with a device: give it to somebody else, and see who did and saw what. */
export function DeviceTools({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviId, abilities } = device;
  const assign = async () => {
    const dialog = await withAdministrationTexts(() => import('./assign-dialog.tsx'));
    await dialog.openAssignDialog(device);
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
    </Group>
  );
}
