import { TextInput } from '@mantine/core';
import { indoorLengths } from '@varde/contract/indoor-location-form';
import { useTranslation } from 'react-i18next';
import type { LocationDraft } from './location-draft.ts';

interface NameFieldProps {
  name: string;
  /** Null: it is only shown. */
  onChange: ((fields: Pick<LocationDraft, 'name'>) => void) | null;
}

/** The name of a location. */
export function NameField({ name, onChange }: NameFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      maw={420}
      label={t('indoor.points.name')}
      description={onChange && t('indoor.points.nameHelp')}
      value={name}
      maxLength={indoorLengths.name}
      readOnly={onChange === null}
      onChange={({ currentTarget: { value } }) => onChange?.({ name: value })}
    />
  );
}
