import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core';
import { endEntry, geofenceHours, geofenceLimits, hourText, storedHour } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useTranslation } from 'react-i18next';

interface HoursFieldsProps {
  values: GeofenceForm;
  change: (changed: Partial<GeofenceForm>) => void;
}

/** When the fence counts, and how long the wearer may be outside. */
export function HoursFields({ values, change }: HoursFieldsProps) {
  const { t } = useTranslation();
  const hours = geofenceHours.map((entry) => ({ value: String(entry), label: hourText(entry) }));
  return (
    <>
      <Checkbox
        label={t('geofence.enabledTime')}
        description={t('geofence.enabledTimeHelp')}
        checked={values.enabledTime}
        onChange={({ currentTarget }) => change({ enabledTime: currentTarget.checked })}
      />
      {values.enabledTime && (
        <Group grow>
          <NativeSelect
            label={t('geofence.from')}
            data={hours}
            value={String(values.enabledTimeFrom)}
            onChange={({ currentTarget }) => change({ enabledTimeFrom: storedHour(Number(currentTarget.value)) })}
          />
          <NativeSelect
            label={t('geofence.to')}
            data={hours}
            value={String(endEntry(values.enabledTimeTo))}
            onChange={({ currentTarget }) => change({ enabledTimeTo: storedHour(Number(currentTarget.value)) })}
          />
        </Group>
      )}
      <NumberInput
        label={t('geofence.delay')}
        description={t('geofence.delayHelp')}
        suffix=" min"
        min={0}
        max={geofenceLimits.delayMinutes}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        value={values.delayMinutes}
        onChange={(delayMinutes) => typeof delayMinutes === 'number' && change({ delayMinutes })}
      />
    </>
  );
}
