import { Button } from '@mantine/core';
import { IconAccessPoint } from '@tabler/icons-react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Opens the list of WiFi and Bluetooth near a device that finds positions. */
export function KnownMacsButton({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  if (!hardwareById(device.dehaId)?.capabilities.positioning) return null;
  const open = async () => {
    const dialog = await import('./known-macs-dialog.tsx').catch(() => null);
    setFailed(dialog === null);
    dialog?.openKnownMacsDialog(device);
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt="sm"
        leftSection={<IconAccessPoint size={16} aria-hidden />}
        onClick={() => void open()}
      >
        {t('deviceInfo.macs.open')}
      </Button>
      {failed && <span role="alert">{t('common.partFailed')}</span>}
    </>
  );
}
