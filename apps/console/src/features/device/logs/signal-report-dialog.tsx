import { Table } from '@mantine/core';
import type { WalkTestRow } from '@varde/contract/device-logs';
import type { DeviceDetail } from '@varde/contract/devices';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from '../sensors/sensors.module.css';
import { useSensorWords } from '../sensors/use-sensor-words.ts';
import { useTypeName } from '../sensors/use-type-name.ts';

/** Shows the signal of each sensor of a home unit, as its last walk test measured it; in two columns, for phones. */
export async function openSignalReport({ deviceName }: DeviceDetail, sensors: readonly WalkTestRow[]): Promise<void> {
  await openDialog<void>({
    title: i18next.t('deviceLogs.signalReportOf', { name: deviceName }),
    content: () => <SignalReport sensors={sensors} />,
  });
}

function SignalReport({ sensors }: { sensors: readonly WalkTestRow[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSensorWords();
  const typeName = useTypeName();
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('deviceLogs.sensor')}</Table.Th>
          <Table.Th>{t('deviceLogs.signal')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sensors.map((row) => {
          const { gatewayId, signalStrength, time } = row;
          return (
            <Table.Tr key={gatewayId}>
              <Table.Td>
                {words.name(row)} <span className={styles.under}>{typeName(row)}</span>
              </Table.Td>
              <Table.Td>
                {signalStrength === null ? t('deviceLogs.notMeasured') : words.signal('0', signalStrength)}{' '}
                {time !== null && <span className={styles.under}>{formats.dayAndClock(time)}</span>}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
