import { Popover, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { barsOfMacSignal } from '@varde/catalogue/mac-signal';
import type { DeviceDetail } from '@varde/contract/devices';
import type { DeviceMac } from '@varde/contract/known-macs';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { Bars } from '#domain/status/bars.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './known-macs.module.css';
import { MacDetails } from './mac-details.tsx';

/** Shows the WiFi and Bluetooth that a device heard. */
export async function openKnownMacsDialog(device: DeviceDetail): Promise<void> {
  await openDialog<void>({
    title: i18next.t('deviceInfo.macs.title', { name: device.deviceName }),
    content: (close) => <KnownMacs device={device} onClose={() => close()} />,
    closeOnEscape: false,
  });
}

function KnownMacs({ device, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useTranslation();
  /** The number of the one whose details are open. */
  const [opened, setOpened] = useState<number | null>(null);
  // In the capture phase: whatever has the focus, and before the popup closes by itself.
  const onEscape = () => (opened === null ? onClose() : setOpened(null));
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onEscape(), { capture: true });
  const { data, error, refetch } = useQuery(apiQuery('listMacs', { params: { deviId: device.deviId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={220} />;
  if (data.macs.length === 0) return <Text size="sm">{t('deviceInfo.macs.none')}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('deviceInfo.macs.help')}</Text>
      <ul className={styles.list} aria-label={t('deviceInfo.macs.open')}>
        {data.macs.map((mac) => (
          <MacRow
            key={mac.demaId}
            mac={mac}
            mayEdit={device.abilities.includes('editInfo')}
            opened={opened === mac.demaId}
            onOpened={(isOpen) => setOpened(isOpen ? mac.demaId : null)}
          />
        ))}
      </ul>
    </Stack>
  );
}

interface MacRowProps {
  mac: DeviceMac;
  mayEdit: boolean;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

/** One access point or beacon, with its details in a popup. */
function MacRow({ mac, mayEdit, opened, onOpened }: MacRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { deviceKnownMac, name, macAddress, latestTimestamp, rssi, selected, type, visible } = mac;
  const title = deviceKnownMac?.location ?? name ?? macAddress;
  const heard = latestTimestamp === null ? t('deviceInfo.macs.notHeard') : formats.dayAndClock(latestTimestamp);
  return (
    <li>
      <Popover opened={opened} onChange={onOpened} width={300} position="bottom" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={styles.row}
            data-faint={visible ? undefined : ''}
            onClick={() => onOpened(!opened)}
          >
            <span className={styles.title}>{title}</span>
            <span className={styles.heard}>
              {[t(`deviceInfo.macs.types.${type}`), heard, ...(selected ? [t('deviceInfo.macs.strongest')] : [])].join(
                ' · ',
              )}
            </span>
            <span className={styles.signal}>{rssi !== null && <MacSignal rssi={rssi} />}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <MacDetails mac={mac} mayEdit={mayEdit} onSaved={() => onOpened(false)} />
        </Popover.Dropdown>
      </Popover>
    </li>
  );
}

function MacSignal({ rssi }: { rssi: number }) {
  const { t } = useTranslation();
  const bars = barsOfMacSignal(rssi);
  return <Bars bars={bars} text={t('common.signal', { bars })} />;
}
