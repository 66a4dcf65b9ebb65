import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { optionLabel } from '#kit/form/option.ts';
import styles from './event-setup.module.css';
import { type Country, numberParts, wholeNumber } from './number-parts.ts';

interface NumberFieldProps {
  value: string | null;
  /** The country of a new number. */
  region: string;
  readOnly: boolean;
  fault: string | false;
  onChange: (value: string | null) => void;
}

/** A telephone number with the prefix of its country beside it. */
export function NumberField({ value, region, readOnly, fault, onChange }: NumberFieldProps) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery({ ...apiQuery('getCountries', {}), staleTime: Number.POSITIVE_INFINITY });
  const [chosen, setChosen] = useState(region);
  const countries = data?.countries ?? [];
  const { country, rest } = numberParts(
    value,
    countries.find((each) => each.region === chosen),
    countries,
  );
  const shown = country?.region ?? chosen;
  return (
    <div className={styles.number}>
      <NativeSelect
        label={t('eventSetup.country')}
        value={shown}
        disabled={readOnly}
        data={countryChoices(countries, region, i18n.language)}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value);
          onChange(
            wholeNumber(
              rest,
              countries.find((each) => each.region === currentTarget.value),
            ),
          );
        }}
      />
      <TextInput
        label={t('eventSetup.mobile')}
        type="tel"
        readOnly={readOnly}
        value={rest}
        error={fault}
        onChange={({ currentTarget }) => {
          const typed = wholeNumber(currentTarget.value, country);
          setChosen(numberParts(typed, country, countries).country?.region ?? chosen);
          onChange(typed);
        }}
      />
    </div>
  );
}

/** By name, with the usual one first, which is also there before the others are known. */
function countryChoices(countries: readonly Country[], usual: string, language: string) {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const choices = countries.map(({ region, prefix }) => {
    const name = names.of(region) ?? region;
    return { value: region, label: optionLabel({ value: region, text: name, suffix: `(${prefix})` }) };
  });
  choices.sort((a, b) => a.label.localeCompare(b.label, language));
  const first = choices.filter(({ value }) => value === usual);
  return first.length === 0
    ? [{ value: usual, label: names.of(usual) ?? usual }, ...choices]
    : [...first, ...choices.filter(({ value }) => value !== usual)];
}
