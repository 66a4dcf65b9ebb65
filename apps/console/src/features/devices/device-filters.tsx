import { Checkbox, Input, NativeSelect } from '@mantine/core';
import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { userTags } from '@varde/catalogue/user-tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerChoice } from '#domain/customers/customer-choice.tsx';
import { MultiChoice } from '#kit/form/multi-choice.tsx';
import { SearchInput } from '#kit/search-input.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';

interface DeviceFiltersProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
}

const types = hardwareList
  .map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))
  .sort((a, b) => a.label.localeCompare(b.label, 'nb'));

/** Filters of the device list besides search and status. */
export function DeviceFilters({ filter, onFilter }: DeviceFiltersProps) {
  const { t } = useTranslation();
  const { abilities } = useSession();
  const change = (part: DeviceListFilter) => onFilter({ ...filter, ...part });
  const toggle = (name: 'wifi' | 'maintain' | 'testDue' | 'reachesNobody') => (
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
        onChange={(event) =>
          change({ filter: alarmFilters.find(({ key }) => key === event.currentTarget.value)?.key })
        }
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
      {abilities.includes('notificationLists') && toggle('reachesNobody')}
    </>
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
  // It stays when it is cleared: the pointer or the focus is in it.
  const [isShown, setIsShown] = useState(maySee);
  if (!isShown && sensor !== undefined) setIsShown(true);
  if (!isShown) return null;
  return (
    <Input.Wrapper
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
