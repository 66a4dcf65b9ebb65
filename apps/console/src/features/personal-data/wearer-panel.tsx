import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WearerData, WearerPeriod } from '@varde/contract/personal-data';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';
import { ConsentList } from './consent-list.tsx';
import { EraseButton } from './erase-button.tsx';
import { ExportButton } from './export-button.tsx';
import { NewConsentButton } from './new-consent-button.tsx';

/** The personal data of a device's present and former wearers. */
export function WearerPanel({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getWearerData', { params: { deviId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  const { deviceName, deviceSNNum, periods } = data;
  return (
    <section className={styles.panel} aria-labelledby="personal-data-name">
      <header className={styles.panelHeader}>
        <div>
          <h2 id="personal-data-name" className={styles.panelTitle}>
            {deviceName ?? deviceSNNum}
          </h2>
          <p className={styles.facts}>{deviceSNNum}</p>
          <p className={styles.facts}>{t('personalData.periods')}</p>
        </div>
      </header>
      {periods.map((period) => (
        <Period key={period.assignmentId} device={data} period={period} />
      ))}
    </section>
  );
}

function usePeriodName({ beginsAt, endsAt }: WearerPeriod): string {
  const { t } = useTranslation();
  const formats = useFormats();
  return t('personalData.period', {
    from: beginsAt === null ? t('personalData.beginning') : formats.dayAndClock(beginsAt),
    to: endsAt === null ? t('personalData.now') : formats.dayAndClock(endsAt),
  });
}

function Period({ device, period }: { device: WearerData; period: WearerPeriod }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const cache = useQueryClient();
  const name = usePeriodName(period);
  const { assignmentId, custName, erasedAt, endsAt, consents } = period;
  const keep = (data: WearerData) =>
    cache.setQueryData(queryKey('getWearerData', { params: { deviId: device.deviId } }), data);
  return (
    <section className={styles.section} aria-label={name}>
      <h3 className={styles.sectionTitle}>{name}</h3>
      <p className={styles.facts}>
        {erasedAt === null
          ? custName
          : `${custName} · ${t('personalData.erasedAt', { date: formats.dayAndClock(erasedAt) })}`}
      </p>
      {endsAt === null && <p className={styles.facts}>{t('personalData.running')}</p>}
      <ConsentList consents={consents} />
      <Group gap="xs">
        <NewConsentButton
          of="wearer"
          record={(body) => call('recordWearerConsent', { params: { assignmentId }, body })}
          onRecorded={keep}
        />
        <ExportButton call="exportWearerData" params={{ assignmentId }} name={name} />
        {endsAt !== null && <ErasePeriod device={device} period={period} name={name} onErased={keep} />}
      </Group>
    </section>
  );
}

interface ErasePeriodProps {
  device: WearerData;
  period: WearerPeriod;
  name: string;
  onErased: (data: WearerData) => void;
}

function ErasePeriod({ device, period, name, onErased }: ErasePeriodProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { deviceName, deviceSNNum } = device;
  const { assignmentId, mayBearName } = period;
  const offersName = mayBearName && deviceName !== null && deviceName !== deviceSNNum;
  return (
    <EraseButton
      name={name}
      title={t('personalData.eraseWearerTitle', { period: name })}
      body={t('personalData.eraseWearerBody')}
      confirmation={{
        label: t('personalData.confirmSerial', { name: deviceSNNum }),
        wanted: deviceSNNum,
      }}
      {...(offersName ? { option: t('personalData.replaceName', { name: deviceName }) } : {})}
      erase={({ confirmation, option }) =>
        call('eraseWearer', { params: { assignmentId }, body: { confirmation, replaceName: option } })
      }
      onErased={async (data) => {
        onErased(data);
        await cache.invalidateQueries();
      }}
    />
  );
}
