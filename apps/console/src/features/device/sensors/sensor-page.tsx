import { Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { shownSerial } from '@varde/catalogue/sensor-types';
import type { DeviceDetail } from '@varde/contract/devices';
import type { SensorRow } from '@varde/contract/sensors';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';
import { useDraft } from '#data/use-draft.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { messageText } from '#domain/status/message-text.ts';
import { Failure } from '#kit/form/failure.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import { InfoSection } from '../tab/info-section.tsx';
import { SensorPageFrame } from './sensor-page-frame.tsx';
import { sensorQuery } from './sensor-queries.ts';
import styles from './sensors.module.css';
import { TypeForm } from './type-form.tsx';
import { useSensorWords } from './use-sensor-words.ts';

interface SensorPageProps {
  deviId: number;
  sensorId: number;
}

/** One sensor: what is known of it, its name and type, and its messages. */
export function SensorPage(props: SensorPageProps) {
  return (
    <SensorPageFrame deviId={props.deviId}>
      {(device) => <SensorInfo device={device} sensorId={props.sensorId} />}
    </SensorPageFrame>
  );
}

function SensorInfo({ device, sensorId }: { device: DeviceDetail; sensorId: number }) {
  const { deviId, allowCustomEvents } = device;
  const { t } = useTranslation();
  const words = useSensorWords();
  const { data: row, error, refetch } = useQuery(sensorQuery(deviId, sensorId));
  if (!row) return <LoadState error={error} onRetry={refetch} height={280} />;
  return (
    <Stack>
      <h2 className={styles.title}>{t('sensors.infoTitle', { name: words.name(row.sensor) })}</h2>
      <div className={styles.parts}>
        <Facts row={row} />
        <Stack>
          <RenameForm deviId={deviId} row={row} />
          {allowCustomEvents && row.actions.includes('info') && <TypeForm device={device} sensor={row.sensor} />}
        </Stack>
      </div>
      <SensorLog deviId={deviId} sensorId={sensorId} />
    </Stack>
  );
}

function Facts({ row }: { row: SensorRow }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const formats = useFormats();
  const { sensor, rssi, battery, lastContact } = row;
  const { status, type, functionType, gatewayId, macAddress } = sensor;
  const facts = [
    ['status', t(`sensors.statuses.${status.key}`)],
    ['type', words.type(type.code)],
    ['function', words.function(sensor.function.code, functionType)],
    ['serial', shownSerial(gatewayId)],
    ['mac', macAddress],
    ['door', words.door(row)],
    ['signal', rssi === null ? null : words.signal(type.code, rssi)],
    ['battery', battery === null ? null : t('common.percent', { value: formats.number(battery) })],
    ['lastContact', lastContact === null ? null : formats.exact(lastContact)],
  ] as const;
  return (
    <InfoSection
      title={t('sensors.facts')}
      facts={facts.flatMap(([key, value]) => (value ? [[t(`sensors.columns.${key}`), value] as const] : []))}
    />
  );
}

/** Sent only when the name has changed. */
function RenameForm({ deviId, row: { sensor } }: { deviId: number; row: SensorRow }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [typed, setTyped] = useDraft<string | null>(`sensor-${sensor.deseId}-name`, null);
  const name = typed ?? sensor.name;
  const wanted = name.trim();
  const hasChanged = wanted !== '' && wanted !== sensor.name;
  useUnsavedGuard(hasChanged && !busy);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!hasChanged) return;
    const params = { deviId, sensorId: sensor.deseId };
    const saved = await submit(() => call('editSensorName', { params, body: { name: wanted } }));
    if (saved === undefined) return;
    cache.setQueryData(sensorQuery(deviId, sensor.deseId).queryKey, saved);
    setTyped(null);
    notifyDone(t('sensors.saved'));
  }
  return (
    <form className={styles.part} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('sensors.rename')}
        value={name}
        maxLength={60}
        error={errors.name}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group>
        <SteadyButton type="submit" size="xs" loading={busy} disabled={!hasChanged}>
          {t('sensors.saveName')}
        </SteadyButton>
        <Failure text={failure} />
      </Group>
    </form>
  );
}

const pageSize = 25;

function SensorLog({ deviId, sensorId }: SensorPageProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const log = useInfiniteQuery(
    pagesQuery('listSensorTransactions', { params: { deviId, sensorId }, query: { limit: pageSize } }),
  );
  const rows = log.data?.pages.flatMap(({ transactions }) => transactions) ?? [];
  return (
    <section className={styles.part} aria-label={t('sensors.log')}>
      <h2 className={styles.title}>{t('sensors.log')}</h2>
      {!log.data && <LoadState error={log.error} onRetry={log.refetch} height={80} />}
      {log.data && rows.length === 0 && <Text size="sm">{t('sensors.logNone')}</Text>}
      {rows.length > 0 && (
        <Table aria-label={t('sensors.log')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sensors.time')}</Table.Th>
              <Table.Th>{t('sensors.message')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.tranId}>
                <Table.Td>{formats.exact(row.recTs)}</Table.Td>
                <Table.Td>{messageText(row, t)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <div>
        <MoreButton list={log} />
      </div>
    </section>
  );
}
