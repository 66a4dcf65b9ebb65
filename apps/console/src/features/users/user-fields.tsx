import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Input } from '#data/api/call.ts';
import { CustomerField } from '#domain/customers/customer-field.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { languageNames, languages } from '#texts/language.ts';
import { dayOf, endOfDay } from '#ui/day.ts';

export type UserDetails = Input<'updateUser'>['body'] & { custName: string | null };

interface UserFieldsProps {
  details: UserDetails;
  errors: Readonly<Record<string, string>>;
  /** What stands in the place of a customer; by default the installation, to which users without one belong. */
  noCustomer?: string;
  onChange: (change: Partial<UserDetails>) => void;
}

/** The fields of a user besides the username. */
export function UserFields({ details, errors, noCustomer, onChange }: UserFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('users.firstName')}
        required
        maxLength={80}
        value={details.firstName}
        error={errors.firstName}
        onChange={(event) => onChange({ firstName: event.currentTarget.value })}
      />
      <TextInput
        label={t('users.lastName')}
        required
        maxLength={80}
        value={details.lastName}
        error={errors.lastName}
        onChange={(event) => onChange({ lastName: event.currentTarget.value })}
      />
      <TextInput
        label={t('users.mobile')}
        type="tel"
        maxLength={40}
        value={details.mobile ?? ''}
        error={errors.mobile}
        onChange={(event) => onChange({ mobile: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t('users.language')}
        value={details.language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) =>
          onChange({ language: languages.find((each) => each === event.currentTarget.value) ?? 'nb' })
        }
      />
      <CustomerField
        label={t('users.custId')}
        chooseLabel={t('users.chooseCustomer')}
        shown={details.custName ?? noCustomer ?? t('users.installation')}
        value={details.custId}
        error={errors.custId}
        onChange={({ custId, firmName }) => onChange({ custId, custName: firmName })}
      />
      <DateField
        label={t('users.temporaryUntil')}
        description={t('users.temporaryUntilHelp')}
        value={details.temporaryUntil === null ? '' : dayOf(details.temporaryUntil)}
        error={errors.temporaryUntil}
        onChange={(day) => onChange({ temporaryUntil: endOfDay(day) })}
      />
    </>
  );
}

const keys = ['username', 'firstName', 'lastName', 'mobile', 'language', 'custId', 'temporaryUntil'] as const;

/** The label of a field by its path in the body. */
export function useUserLabel(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const key = keys.find((each) => each === path);
    return key === undefined ? path : t(`users.${key}`);
  };
}
