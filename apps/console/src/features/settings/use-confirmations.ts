import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingConfirm, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { settingLabel, settingText } from '#domain/settings/setting-texts.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';

/** Asks what the vocabulary wants asked before a value is changed or saved. */
export function useConfirmations() {
  const { t } = useTranslation();
  return useCallback(
    async (definition: KnownSetting, value: SettingValue, when: SettingConfirm['when']): Promise<boolean> => {
      for (const question of questionsFor(definition, value, when)) {
        const agreed = await confirm({
          title: settingLabel(t, definition.key),
          body: settingText(t, definition.key, `confirm.${question.id}`) ?? t('settingsPage.confirmBody'),
          cancel: t('common.cancel'),
          proceed: t('common.proceed'),
        });
        if (!agreed) return false;
      }
      return true;
    },
    [t],
  );
}

export function questionsFor(
  definition: KnownSetting,
  value: SettingValue,
  when: SettingConfirm['when'],
): SettingConfirm[] {
  return (definition.confirm ?? []).filter((question) => question.when === when && question.to === value);
}

/** The settings that are about to be saved with a question of their own. */
export function askedOnSave(
  definitions: readonly KnownSetting[],
  changed: SettingValues,
): [KnownSetting, SettingValue][] {
  return definitions.flatMap((definition): [KnownSetting, SettingValue][] => {
    const value = changed[definition.key];
    return value === undefined ? [] : [[definition, value]];
  });
}
