import type { Alarm } from '@varde/contract/alarms';
import i18next from 'i18next';
import { confirm } from '#kit/dialogs/confirm.tsx';

/** Asks whether the sound of alarms that nobody has taken is really to end. `at`: when it is on again, in words. */
export const askMute = (count: number, at: string): Promise<boolean> =>
  confirm({
    title: i18next.t('muteDialog.title'),
    body: i18next.t('muteDialog.body', { count, at }),
    cancel: i18next.t('common.cancel'),
    proceed: i18next.t('muteDialog.proceed'),
  });

/** Asks whether an alarm that somebody else has claimed is really to be released. */
export const askRelease = ({ deviceName, claimedBy }: Alarm): Promise<boolean> =>
  confirm({
    title: i18next.t('resetDialog.releaseTitle', { name: deviceName }),
    body: i18next.t('resetDialog.releaseBody', { claimer: claimedBy?.name ?? '' }),
    cancel: i18next.t('common.cancel'),
    proceed: i18next.t('alarms.release'),
  });
