import { Button, Group, Loader } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import type { LogChoice } from '#data/live/belongs-to-log.ts';
import { sendCommand } from '#domain/device/perform-action.ts';
import styles from './device-page.module.css';
import { LogExports } from './log-exports.tsx';

/** What can be done with the positions and the log of a device; nothing for a user who may do none of it. */
export function LogActions({ device, choice }: { device: DeviceDetail; choice: LogChoice }) {
  const mayLocate = device.actions.includes('locate');
  const mayExport = device.abilities.includes('transactions') && device.tabs.some(({ key }) => key === 'logs');
  if (!mayLocate && !mayExport) return null;
  return (
    <Group gap={8}>
      {mayLocate && <LocateButton device={device} />}
      {mayExport && <LogExports deviId={device.deviId} choice={choice} />}
    </Group>
  );
}

/** Asks the device where it is. Until it has answered, a spinner stands in the place of the button. */
function LocateButton({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(apiQuery('listCommands', { params: { deviId: device.deviId } }));
  const isUnderWay = data?.commands.some(({ action, ended }) => action === 'locate' && !ended) ?? false;
  if (asking || isUnderWay)
    return (
      <div className={styles.locating} role="status">
        <Loader size={18} aria-hidden />
        {t('deviceLog.locating')}
      </div>
    );
  async function locate() {
    setAsking(true);
    await sendCommand('locate', device, cache);
    setAsking(false);
  }
  return (
    <Button variant="default" leftSection={<IconCurrentLocation size={16} aria-hidden />} onClick={() => void locate()}>
      {t('deviceLog.locate')}
    </Button>
  );
}
