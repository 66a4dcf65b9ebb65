import { Group, TextInput } from '@mantine/core';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { SettingSwitch } from './setting-switch.tsx';

interface HoursFieldProps {
  name: string;
  value: SettingValue;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: SettingValue) => void;
}

/** What the hours are when somebody turns them on. */
const usualHours = '22:00-07:00';

/** Hours of every day: a switch, and while it is on the two times. */
export function HoursField({ name, value, error, disabled, onChange, ...words }: HoursFieldProps) {
  const { t } = useTranslation();
  const [from = '', to = ''] = String(value).split('-');
  const isOn = value !== '';
  return (
    <>
      <SettingSwitch
        {...words}
        {...{ name, disabled }}
        checked={isOn}
        onChange={(checked) => onChange(checked ? usualHours : '')}
      />
      {isOn && (
        <Group align="flex-start" mt={8}>
          <TextInput
            type="time"
            label={t('settings.hours.from')}
            {...{ error, disabled }}
            value={from}
            onChange={(event) => onChange(`${event.currentTarget.value}-${to}`)}
          />
          <TextInput
            type="time"
            label={t('settings.hours.to')}
            {...{ disabled }}
            error={Boolean(error)}
            value={to}
            onChange={(event) => onChange(`${from}-${event.currentTarget.value}`)}
          />
        </Group>
      )}
    </>
  );
}
