import { Button, Checkbox, Input, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { byName } from '@varde/catalogue/name-order';
import { userTags } from '@varde/catalogue/user-tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerChoice } from '#domain/customers/customer-choice.tsx';
import { MultiChoice } from '#kit/form/multi-choice.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import styles from './device-list.module.css';

interface DeviceFiltersProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
}

const types = hardwareList
  .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
  .sort((a, b) => byName(a.label, b.label));

/** Filters of the device list besides search and status. */
export function DeviceFilters({ filter, onFilter }: DeviceFiltersProps) {
  const { t } = useTranslation();
  const { abilities } = useSession();
  const { sort: _, columns: __, ...onMap } = filter;
  const change = (part: DeviceListFilter) => onFilter({ ...filter, ...part });
  const toggle = (name: 'wifi' | 'maintain' | 'testDue' | 'unplaced') => (
    <Checkbox
      label={t(`deviceFilters.${name}`)}
      checked={filter[name] === 1}
      onChange={(event) => change({ [name]: event.currentTarget.checked ? 1 : undefined })}
    />
  );
  return (
    <>
      {abilities.includes('customers') && (
        <CustomerChoice
          label={t('deviceFilters.customer')}
          title={t('deviceFilters.chooseCustomer')}
          none={t('deviceFilters.allCustomers')}
          custId={filter.custId}
          onChange={(custId) => change({ custId })}
        />
      )}
      <NativeSelect
        label={t('deviceFilters.type')}
        value={String(filter.dehaId ?? '')}
        onChange={(event) => change({ dehaId: Number(event.currentTarget.value) || undefined })}
        data={[{ value: '', label: t('deviceFilters.allTypes') }, ...types]}
      />
      <NativeSelect
        label={t('deviceFilters.filter')}
        value={filter.filter ?? ''}
        onChange={(event) => change({ filter: alarmFilters.find(({ key }) => key === event.currentTarget.value)?.key })}
        data={[
          { value: '', label: t('deviceFilters.anyState') },
          ...alarmFilters.map(({ key }) => ({ value: key, label: t(`deviceFilters.alarmFilters.${key}`) })),
        ]}
      />
      <MultiChoice
        label={t('deviceFilters.userTags')}
        none={t('deviceFilters.allTags')}
        choices={userTags.map((value) => ({ value, text: t(`catalogue.userTags.${value}`) }))}
        chosen={userTags.filter((tag) => filter.userTags?.split(',').includes(tag))}
        onChange={(tags) => change({ userTags: tags.join(',') || undefined })}
      />
      <SensorFilter sensor={filter.sensor} onSensor={(sensor) => change({ sensor })} />
      {toggle('wifi')}
      {toggle('maintain')}
      {toggle('testDue')}
      {toggle('unplaced')}
      <NobodyFilter
        checked={filter.reachesNobody === 1}
        onChange={(checked) => change({ reachesNobody: checked ? 1 : undefined })}
      />
      <Button variant="default" renderRoot={(link) => <Link {...link} to="/map" search={onMap} />}>
        {t('deviceFilters.onMap')}
      </Button>
    </>
  );
}

/**
 * Whether a filter is shown: to users who may, and to others when a link has brought it. It stays when it is cleared,
 * since the pointer or the focus is in it.
 */
function useIsShown(may: boolean, isSet: boolean): boolean {
  const [isShown, setIsShown] = useState(may);
  if (!isShown && isSet) setIsShown(true);
  return isShown || isSet;
}

/** For users who see notification lists; for others only when a link has brought it, with the reason why it finds nothing. */
function NobodyFilter({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation();
  const maySee = useSession().abilities.includes('notificationLists');
  if (!useIsShown(maySee, checked)) return null;
  return (
    <Checkbox
      label={t('deviceFilters.reachesNobody')}
      description={!maySee && t('deviceFilters.listsNotSeen')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SensorFilterProps {
  sensor: string | undefined;
  onSensor: (sensor: string | undefined) => void;
}

/** For users who see sensors; for others only when a link has brought it, with the reason why it finds nothing. */
function SensorFilter({ sensor, onSensor }: SensorFilterProps) {
  const { t } = useTranslation();
  const maySee = useSession().abilities.includes('sensors');
  if (!useIsShown(maySee, sensor !== undefined)) return null;
  return (
    <Input.Wrapper
      className={styles.sensor ?? ''}
      label={t('deviceFilters.sensor')}
      labelElement="div"
      description={!maySee && t('deviceFilters.sensorsNotSeen')}
    >
      <SearchInput
        label={t('deviceFilters.sensor')}
        placeholder={t('deviceFilters.sensorPlaceholder')}
        value={sensor ?? ''}
        onChange={(text) => onSensor(text || undefined)}
      />
    </Input.Wrapper>
  );
}
