import { Skeleton, Text } from '@mantine/core';
import { IconMapPin, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { IndoorLocation } from '@varde/contract/indoor-locations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useTabMemory } from '#data/tab-memory.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import type { ActionPath } from '#kit/actions/action.ts';
import { TabContainer } from '#kit/tabs/tab-container.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { LocationPanel } from './location-panel.tsx';
import { NewLocation } from './new-location.tsx';

/**
 * The indoor locations of a device and those that its customer shares, each with a tab, and one for a new location. One
 * that somebody else deletes keeps its tab, as the last one, until what was changed in it is saved or dropped.
 */
export function IndoorTab({ device, tab, part }: TabProps) {
  const { t } = useTranslation();
  const { deviId, dehaId, ownedByCustId: custId } = device;
  const base: ActionPath = `/settings/${deviId}/${dehaId}/${tab}`;
  const memory = useTabMemory(base);
  const own = useQuery(apiQuery('getIndoorLocationsForDevice', { params: { deviId } }));
  const shared = useQuery(apiQuery('getIndoorLocationsForCustomer', { params: { custId } }));
  const [newName, setNewName] = useState('');
  const [edited, setEdited] = useState<IndoorLocation | null>(null);
  const failed = [own, shared].find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />;
  if (!own.data || !shared.data) return <Skeleton height={260} />;
  const stored = together(own.data.indoorLocations, shared.data.indoorLocations);
  const isGone = edited !== null && !stored.some(({ inloId }) => inloId === edited.inloId);
  const locations = isGone ? [...stored, edited] : stored;
  const mayAdd = device.actions.includes('scanWifi');
  if (locations.length === 0 && !mayAdd) return <Text size="sm">{t('indoor.none')}</Text>;
  return (
    <TabContainer
      {...memory}
      vertical
      label={t('indoor.title')}
      base={base}
      open={part}
      entries={[
        ...locations.map((location) => ({
          key: String(location.inloId),
          name: location.shared ? `${location.name} · ${t('indoor.shared')}` : location.name,
          icon: location.shared ? IconUsers : IconMapPin,
          visible: true,
          accent: location.shared,
          content: () => (
            <LocationPanel
              device={device}
              location={location}
              isGone={isGone && location === edited}
              base={base}
              onEdited={setEdited}
            />
          ),
        })),
        {
          key: 'new',
          name: newName.trim() || t('indoor.add'),
          icon: IconPlus,
          visible: mayAdd,
          content: () => <NewLocation device={device} base={base} onName={setNewName} />,
        },
      ]}
    />
  );
}

/** One that is shared and bound to the device is in both lists: the device's own one has the caller's abilities on it. */
function together(own: readonly IndoorLocation[], shared: readonly IndoorLocation[]): IndoorLocation[] {
  const known = new Set(own.map(({ inloId }) => inloId));
  return [...own, ...shared.filter(({ inloId }) => !known.has(inloId))];
}
