import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';

/** Who claimed the alarm, handed it over or reset it; empty: nobody. */
export function useHandlerWords({ state, claimedBy, handedOverBy, resetBy }: Alarm): string {
  const { t } = useTranslation();
  const { userId } = useSession();
  const person = state === 'reset' ? resetBy : claimedBy;
  const taken = claimedBy?.userId === null ? 'alarms.claimedByReceiver' : 'alarms.claimedBy';
  if (!person) return state === 'reset' ? t('alarms.ended') : '';
  const isOwn = person.userId === userId;
  const texts = {
    open: isOwn ? t('alarms.newSignalAfterYou') : t('alarms.newSignal', { name: person.name }),
    claimed: handedOverBy
      ? t(isOwn ? 'alarms.handedToYou' : 'alarms.handedTo', { name: (isOwn ? handedOverBy : person).name })
      : isOwn
        ? t('alarms.claimedByYou')
        : t(taken, { name: person.name }),
    reset: isOwn ? t('alarms.resetByYou') : t('alarms.resetBy', { name: person.name }),
  };
  return texts[state];
}
