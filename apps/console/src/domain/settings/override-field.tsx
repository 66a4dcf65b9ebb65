import { Checkbox } from '@mantine/core';
import { sameValue } from '@varde/catalogue/settings/same-value';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingField, type SettingFieldProps } from './setting-field.tsx';
import { settingLabel } from './setting-texts.ts';

/** A setting that keeps its default until its override checkbox is ticked. */
export function OverrideField(props: SettingFieldProps) {
  const { definition, value, disabled, onChange } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const overridden = asked || !sameValue(definition, value, definition.default);
  return (
    <>
      <SettingField {...props} disabled={disabled || !overridden} />
      <Checkbox
        mt={8}
        label={t('settings.override', { setting: settingLabel(t, definition.key) })}
        checked={overridden}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => {
          setAsked(checked);
          if (!checked) onChange(definition.default);
        }}
      />
    </>
  );
}
