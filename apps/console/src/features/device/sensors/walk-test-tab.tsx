import { Button, Stack, Table, Text } from '@mantine/core';
import { IconFileExport, IconPlayerPlay, IconPlayerStop, IconWalk } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { shownSerial } from '@varde/catalogue/sensor-types';
import type { WalkTestRow } from '@varde/contract/device-logs';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { saveCsv } from '#domain/export/csv.ts';
import { Failure } from '#kit/form/failure.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import './sensor-queries.ts';
import styles from './sensors.module.css';
import { isUnderWay, type Run, useRemaining, useRunEnd, useRunMessages } from './use-run.ts';
import { useSensorWords } from './use-sensor-words.ts';
import { useTypeName } from './use-type-name.ts';

type WalkTest = Output<'getWalkTest'>;

function useWalkTest(deviId: number) {
  const cache = useQueryClient();
  const query = apiQuery('getWalkTest', { params: { deviId } });
  const read = useQuery(query);
  const [updated, setUpdated] = useState<ReadonlySet<string>>(new Set());
  const { submit, busy, failure } = useSubmit();
  const set = (walkTest: WalkTest | undefined) => walkTest && cache.setQueryData(query.queryKey, walkTest);
  const ask = async (name: 'startWalkTest' | 'stopWalkTest') => {
    if (name === 'startWalkTest') setUpdated(new Set());
    set(await submit(() => call(name, { params: { deviId } })));
  };
  const run: Run | undefined = read.data && { ...read.data, readAt: read.dataUpdatedAt };
  const cutOff = useRunEnd(run, {
    key: `walk test ${deviId}`,
    stop: () => call('stopWalkTest', { params: { deviId } }).then(set),
    refetch: () => void read.refetch(),
  });
  const active = run !== undefined && isUnderWay(run);
  useRunMessages('walkTest', { deviId, active, id: 'gatewayId' }, (measured) => {
    setUpdated((before) => new Set([...before, ...measured.map(({ gatewayId }) => gatewayId)]));
    cache.setQueryData(query.queryKey, (before) => before && { ...before, sensors: merged(before, measured) });
  });
  return { ...read, run, cutOff, busy, failure, ask, updated };
}

function merged({ sensors }: WalkTest, measured: readonly WalkTestRow[]): WalkTestRow[] {
  const now = new Map(measured.map((row) => [row.gatewayId, row]));
  return sensors.map((row) => ({ ...row, ...now.get(row.gatewayId) }));
}

/** The walk test of a home unit: each sensor is used, and its signal is shown as the unit measures it. */
export function WalkTestTab({ device }: TabProps) {
  const { t } = useTranslation();
  const walkTest = useWalkTest(device.deviId);
  const { data, error, refetch, updated } = walkTest;
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} />;
  const { startedAt, sensors } = data;
  const isCurrent = ({ gatewayId, time }: WalkTestRow) =>
    updated.has(gatewayId) || (startedAt !== null && time !== null && time >= startedAt);
  return (
    <Stack className={styles.tab}>
      <Text size="sm">{t('sensors.walkTest.help')}</Text>
      <Controls device={device} walkTest={walkTest} data={data} />
      {sensors.length === 0 ? (
        <StatePanel icon={<IconWalk size={32} />} title={t('sensors.walkTest.none')} />
      ) : (
        <Rows current={sensors.filter(isCurrent)} history={sensors.filter((row) => !isCurrent(row))} />
      )}
    </Stack>
  );
}

interface ControlsProps {
  device: DeviceDetail;
  walkTest: ReturnType<typeof useWalkTest>;
  data: WalkTest;
}

function Controls({ device, walkTest: { run, cutOff, busy, failure, ask }, data }: ControlsProps) {
  const { t } = useTranslation();
  const time = useRemaining(run);
  const state = cutOff ?? data.state;
  const isRunning = state === 'active' || state === 'ending';
  return (
    <div className={styles.bar}>
      <Button
        className={styles.run}
        loading={busy || state === 'starting' || state === 'ending'}
        disabled={cutOff !== null}
        leftSection={isRunning ? <IconPlayerStop size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        onClick={() => void ask(isRunning ? 'stopWalkTest' : 'startWalkTest')}
      >
        {t(isRunning ? 'sensors.walkTest.stop' : 'sensors.walkTest.start')}
      </Button>
      <ExportButton device={device} rows={data.sensors} />
      <Text size="sm" className={styles.dim} role="status">
        {cutOff !== null || data.state === 'active' ? '' : t(`sensors.walkTest.${data.state}`)}
      </Text>
      <Text size="sm">{state === 'active' && t('sensors.walkTest.running', { time })}</Text>
      <Failure text={cutOff === null ? failure : t(`sensors.walkTest.${cutOff}`)} />
    </div>
  );
}

/** The rows with a signal, as a file that is named by the device and the date. */
function ExportButton({ device, rows }: { device: DeviceDetail; rows: readonly WalkTestRow[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const typeName = useTypeName();
  const measured = rows.flatMap((row) =>
    row.signalStrength === null || row.time === null ? [] : [{ ...row, time: row.time, signal: row.signalStrength }],
  );
  const head = (['date', 'time', 'type', 'serial', 'name', 'signal'] as const).map((column) =>
    t(`sensors.walkTest.columns.${column}`),
  );
  const save = () =>
    saveCsv(`${t('sensors.walkTest.file')}_${device.deviceSerialNumber}`, [
      head,
      ...measured.map((row) => [
        { typed: formats.day(row.time) },
        { typed: formats.clock(row.time) },
        typeName(row),
        shownSerial(row.gatewayId),
        row.name,
        row.signal,
      ]),
    ]);
  return (
    <Button
      variant="default"
      disabled={measured.length === 0}
      leftSection={<IconFileExport size={16} aria-hidden />}
      onClick={save}
    >
      {t('sensors.walkTest.export')}
    </Button>
  );
}

/** The sensors of this run, and below them those that it has not measured yet. */
function Rows({ current, history }: { current: readonly WalkTestRow[]; history: readonly WalkTestRow[] }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={320} className={styles.list}>
      <Table aria-label={t('sensors.walkTest.list')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('sensors.walkTest.columns.name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('sensors.walkTest.columns.type')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('sensors.walkTest.columns.serial')}</Table.Th>
            <Table.Th>{t('sensors.walkTest.columns.signal')}</Table.Th>
            <Table.Th>{t('sensors.walkTest.columns.measured')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {current.map((row) => (
            <Row key={row.gatewayId} row={row} />
          ))}
        </Table.Tbody>
        {history.length > 0 && (
          <Table.Tbody className={styles.history} aria-label={t('sensors.walkTest.history')}>
            <Table.Tr>
              <Table.Th colSpan={5} scope="rowgroup">
                {t('sensors.walkTest.history')}
              </Table.Th>
            </Table.Tr>
            {history.map((row) => (
              <Row key={row.gatewayId} row={row} />
            ))}
          </Table.Tbody>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ row }: { row: WalkTestRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useSensorWords();
  const typeName = useTypeName();
  const { gatewayId, name, signalStrength, time } = row;
  return (
    <Table.Tr>
      <Table.Td className={styles.name}>{name || shownSerial(gatewayId)}</Table.Td>
      <Table.Td visibleFrom="sm">{typeName(row)}</Table.Td>
      <Table.Td visibleFrom="sm">{shownSerial(gatewayId)}</Table.Td>
      <Table.Td>
        {signalStrength === null ? t('sensors.walkTest.notMeasured') : words.signal('0', signalStrength)}
      </Table.Td>
      <Table.Td>{time === null ? '' : formats.dayAndClock(time)}</Table.Td>
    </Table.Tr>
  );
}
