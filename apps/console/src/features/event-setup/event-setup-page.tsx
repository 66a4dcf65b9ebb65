import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-device.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { ListEditor } from '#domain/event-setup/list-editor.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { AlarmCentreSection } from './alarm-centre-section.tsx';
import styles from './event-setup-page.module.css';
import { HouseholdChoice, SharedBy, useHousehold } from './household-choice.tsx';
import { ListTest } from './list-test.tsx';

/** The notification list of a device. */
export function EventSetupPage({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId);
  if (error && !device) return <ErrorState page error={error} onRetry={refetch} />;
  return (
    <div className={styles.page}>
      <PageTitle text={t('eventSetup.pageTitle', { name: device?.deviceName ?? '' })} />
      {device ? (
        <>
          <DeviceHeader device={device} />
          <DeviceList deviId={deviId} hasCentre={device.abilities.includes('alarmCentre')} />
        </>
      ) : (
        <Skeleton height={432} />
      )}
    </div>
  );
}

/** `hasCentre`: the user may see the alarm centre of the device. */
function DeviceList({ deviId, hasCentre }: { deviId: number; hasCentre: boolean }) {
  const cache = useQueryClient();
  const params = { deviId };
  const query = apiQuery('getEventSetup', { params });
  const { data, error, refetch } = useQuery(query);
  const { data: has } = useQuery(apiQuery('getEventSetupCapabilities', { params }));
  const household = data?.household ?? [];
  const { alsoFor, forget, ...choice } = useHousehold(household);
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  const own = data.source.kind === 'device';
  const keep = async (saved: typeof data) => {
    // The pages of other devices of the household have the list too, or say whether theirs is the same.
    await cache.invalidateQueries({ queryKey: queryKey('getEventSetup'), refetchType: 'none' });
    cache.setQueryData(query.queryKey, saved);
    return saved;
  };
  return (
    <ListEditor
      list={data}
      own={own}
      also={own && <SharedBy household={household} />}
      askAlso={<HouseholdChoice household={household} {...choice} />}
      owner={params}
      calls={{
        save: async (body) => {
          const saved = await call('saveEventSetup', {
            params,
            body: { ...body, ...(alsoFor.length > 0 && { alsoFor }) },
          });
          forget();
          return keep(saved);
        },
        remove: async () => keep(await call('deleteEventSetup', { params })),
        ask: async (receiverId) => keep(await call('askReceiver', { params: { deviId, receiverId } })),
        reload: refetch,
      }}
      kinds={has?.events}
      centre={has?.alarmCentre}
      last={hasCentre && <AlarmCentreSection deviId={deviId} />}
      tryOut={(unsaved) => (
        <ListTest deviId={deviId} receivers={data.receivers} unsaved={unsaved} maySend={data.mayTest} />
      )}
    />
  );
}
