import { NativeSelect, TextInput, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@varde/contract/account';
import { profileForm } from '@varde/contract/forms';
import { useTranslation } from 'react-i18next';
import { call, type Input } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { sessionQuery } from '#data/session.ts';
import { useRecordForm } from '#domain/errors/use-record-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { chooseLanguage } from '#texts/i18n.ts';
import { languageNames, languages } from '#texts/language.ts';
import { themeChoices } from '#ui/theme-choice.ts';
import styles from './profile-page.module.css';

type Fields = Input<'saveProfile'>['body'];
const texts = ['firstName', 'lastName', 'mobile'] as const;

/** The user's name and preferences. They apply in every browser, starting with this one. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const apply = useApply();
  const form = useRecordForm({
    of: 'profile',
    stored: fieldsOf(profile),
    schema: profileForm,
    save: (body) => call('saveProfile', { body }),
    onSaved: async (saved) => {
      await apply(saved);
      notifyDone(t('profile.saved'));
    },
  });
  const { values: fields, change, errors, failure, onSubmit, buttons } = form;

  return (
    <form className={styles.section} onSubmit={onSubmit} noValidate>
      <h2 className={styles.heading}>{t('profile.about')}</h2>
      <FaultSummary
        faults={texts.flatMap((field) =>
          errors[field] === undefined ? [] : [{ field: t(`profile.${field}`), text: errors[field] }],
        )}
      />
      <div className={styles.fields}>
        <TextInput label={t('profile.username')} value={profile.username} readOnly />
        {texts.map((field) => (
          <TextInput
            key={field}
            label={t(`profile.${field}`)}
            description={field === 'mobile' ? t('profile.mobileHelp') : undefined}
            required={field !== 'mobile'}
            maxLength={field === 'mobile' ? 25 : 80}
            type={field === 'mobile' ? 'tel' : 'text'}
            value={fields[field]}
            error={errors[field]}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
        <ChoiceFields fields={fields} onChange={change} />
      </div>
      <div className={styles.buttons}>
        <Failure text={failure} />
        <SaveButtons {...buttons} />
      </div>
    </form>
  );
}

function ChoiceFields({ fields, onChange }: { fields: Fields; onChange: (change: Partial<Fields>) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        label={t('profile.language')}
        description={t('profile.languageHelp')}
        value={fields.language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const language = languages.find((each) => each === value);
          if (language) onChange({ language });
        }}
      />
      <NativeSelect
        label={t('profile.theme')}
        value={fields.theme ?? ''}
        data={[
          { value: '', label: t('profile.themeOfBrowser') },
          ...themeChoices.map((value) => ({ value, label: t(`shell.themes.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ theme: themeChoices.find((each) => each === value) ?? null })
        }
      />
    </>
  );
}

/** Applies the saved preferences to the screen. */
function useApply() {
  const cache = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  return async (saved: Profile) => {
    cache.setQueryData(apiQuery('getProfile', {}).queryKey, saved);
    const { firstName, lastName, language, theme } = saved;
    cache.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, firstName, lastName, language });
    if (theme !== null) setColorScheme(theme);
    await chooseLanguage(language);
  };
}

const fieldsOf = ({ firstName, lastName, mobile, language, theme }: Profile): Fields => ({
  firstName,
  lastName,
  mobile,
  language,
  theme,
});
