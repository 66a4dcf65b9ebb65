import { ActionIcon } from '@mantine/core';
import { IconListDetails, IconMap2, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceRow } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';

/** What can be done with a device from the list. The map needs that the device has been in contact. */
export function DeviceActions({ device }: { device: DeviceRow }) {
  const { t } = useTranslation();
  const positioning = hardwareById(device.dehaId)?.capabilities.positioning ?? false;
  const MapIcon = positioning ? IconMap2 : IconListDetails;
  const deviId = String(device.deviId);
  const mapLabel = t(positioning ? 'devices.showMap' : 'devices.showLog', { name: device.deviceName });
  const settingsLabel = t('devices.showSettings', { name: device.deviceName });
  return (
    <>
      {device.lastMsgIn !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={mapLabel}
          title={mapLabel}
          renderRoot={(props) => <Link {...props} to="/mapsingle/$deviId" params={{ deviId }} />}
        >
          <MapIcon size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={settingsLabel}
        title={settingsLabel}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/settings/$deviId/$dehaId"
            params={{ deviId, dehaId: String(device.dehaId) }}
          />
        )}
      >
        <IconSettings size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
