import { isAvailable } from '@varde/catalogue/settings/conditions';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingConfirm, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { settingLabel, settingText } from '#domain/settings/setting-texts.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';

/** A value to be changed or saved, and the one before it. */
export interface SettingChange {
  definition: KnownSetting;
  from: SettingValue;
  to: SettingValue;
}

/**
 * Asks for the confirmations that the vocabulary requires before a value is changed or saved; not for one while another
 * is asked for, as by a second press.
 */
export function useConfirmations() {
  const { t } = useTranslation();
  return async (change: SettingChange, when: SettingConfirm['when']): Promise<boolean> => {
    const { key } = change.definition;
    for (const question of questionsFor(change, when)) {
      const agreed = await confirm({
        title: settingLabel(t, key),
        body: settingText(t, key, `confirm.${question.id}`) ?? t('settingsPage.confirmBody'),
        cancel: t('common.cancel'),
        proceed: t('common.proceed'),
      });
      if (!agreed) return false;
    }
    return true;
  };
}

export function questionsFor({ definition, from, to }: SettingChange, when: SettingConfirm['when']): SettingConfirm[] {
  return (definition.confirm ?? []).filter(
    (question) =>
      question.when === when && (question.from === undefined || question.from === from) && question.to === to,
  );
}

/** The settings that a save is about, with their values before and after it, whether they differ or not. */
export function savedChanges(
  definitions: readonly KnownSetting[],
  starting: SettingValues,
  values: SettingValues,
): SettingChange[] {
  return definitions
    .filter((definition) => isAvailable(definition, values))
    .map((definition) => {
      const from = starting[definition.key] ?? definition.default;
      return { definition, from, to: values[definition.key] ?? from };
    });
}
