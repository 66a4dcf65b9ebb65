import { isAvailable } from '@varde/catalogue/settings/conditions';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingConfirm, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { settingLabel, settingText } from './setting-texts.ts';

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

/** Edits after the questions; at once where there are none: a field updated later moves its caret to the end. */
export function editAsked(ask: ReturnType<typeof useConfirmations>, change: SettingChange, edit: () => void): void {
  if (questionsFor(change, 'change').length === 0) edit();
  else void ask(change, 'change').then((agreed) => agreed && edit());
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
