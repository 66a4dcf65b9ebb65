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
    (question) => question.when === when && question.from === from && question.to === to,
  );
}

/** The changes to be saved, one line for each setting. */
export function changesOf(
  definitions: readonly KnownSetting[],
  starting: SettingValues,
  changed: SettingValues,
): SettingChange[] {
  return definitions.flatMap((definition) => {
    const to = changed[definition.key];
    return to === undefined ? [] : [{ definition, from: starting[definition.key] ?? definition.default, to }];
  });
}
