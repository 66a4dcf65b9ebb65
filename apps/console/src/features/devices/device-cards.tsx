import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { isWorn } from '@varde/catalogue/hardware/worn';
import { rankOf } from '@varde/catalogue/statuses';
import type { ListedDevice } from '@varde/contract/devices';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { openAlarms, useAlarms } from '#domain/alarms/use-alarms.ts';
import { MoreButton } from '#kit/form/more-button.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { useSteady } from '#kit/steady/press.ts';
import { useHeld } from '#kit/steady/use-held.ts';
import { useHeldOrder } from '#kit/table/use-held-order.ts';
import { countFilters } from './arrange-devices.ts';
import { DeviceCard } from './device-card.tsx';
import { DeviceListBody, type DeviceListPageProps } from './device-list-page.tsx';
import { StatusFilter } from './device-toolbar.tsx';
import styles from './family.module.css';
import { unitOfConcern } from './use-card-words.ts';
import { useDeviceList } from './use-device-list.ts';

/** So many devices are seen at a glance, without a search. */
const few = 6;

/** What a person wears or carries comes before what is in a house or a boat, as long as nothing else is more urgent. */
const personsFirst = (devices: readonly ListedDevice[]): ListedDevice[] =>
  devices.toSorted(
    (a, b) =>
      rankOf(unitOfConcern(a).status) - rankOf(unitOfConcern(b).status) || Number(isWorn(b)) - Number(isWorn(a)),
  );

const deviceKey = ({ deviId }: ListedDevice) => deviId;

/** A card for each device of the list, live and in its order; under a pointer or the focus the cards stay where they are. */
export function DeviceCards({ filter, onFilter, onClear }: DeviceListPageProps) {
  const { t } = useTranslation();
  const list = useDeviceList(filter);
  const alarms = openAlarms(useAlarms());
  const { held, handlers } = useHeld();
  const sorted = useMemo(
    () => (filter.sort === undefined ? personsFirst(list.rows) : list.rows),
    [list.rows, filter.sort],
  );
  const order = useHeldOrder(sorted, { keyOf: deviceKey, hold: held, of: undefined });
  const { rows } = useSteady(order);
  return (
    <>
      <PageTitle text={t('devices.title')} />
      <CardSearch {...{ filter, onFilter, onClear }} total={list.count?.total ?? 0} />
      <DeviceListBody {...{ list, filter, onClear }}>
        <ul className={styles.cards} aria-label={t('devices.title')} {...handlers}>
          {rows.map((device) => (
            <li key={device.deviId}>
              <DeviceCard
                device={device}
                alarm={alarms.find(({ deviId }) => deviId === device.deviId || deviId === device.twinDevice?.deviId)}
              />
            </li>
          ))}
        </ul>
        <MoreButton list={list} />
      </DeviceListBody>
    </>
  );
}

/** Search and status filter, for more devices than a glance takes in. Once shown they stay, also for a search that finds few. */
function CardSearch({ filter, onFilter, onClear, total }: DeviceListPageProps & { total: number }) {
  const { t } = useTranslation();
  const isShown = useRef(false);
  const set = countFilters(filter);
  isShown.current ||= total > few || set > 0 || Boolean(filter.search);
  if (!isShown.current) return null;
  return (
    <div className={styles.search}>
      <SearchInput
        label={t('devices.search')}
        placeholder={t('devices.searchPlaceholder')}
        shortcut
        value={filter.search ?? ''}
        onChange={(search) => onFilter({ ...filter, search: search || undefined })}
      />
      <StatusFilter {...{ filter, onFilter }} />
      {set > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => onClear(filter.search)}
        >
          {t('devices.removeFilters')}
        </Button>
      )}
    </div>
  );
}
