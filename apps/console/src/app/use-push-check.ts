import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#data/session.ts';
import { hasLostPush } from '#domain/push/check-push.ts';

/** Tells a user once that push messages have ended in this browser: nothing else would. */
export function usePushCheck(): void {
  const { t } = useTranslation();
  const cache = useQueryClient();
  useEffect(() => {
    const userId = cache.getQueryData(sessionQuery.queryKey)?.userId;
    if (userId === undefined) return;
    const say = (isLost: boolean) =>
      isLost &&
      notifications.show({
        ...{ message: t('profile.push.lost'), color: 'red', role: 'alert', autoClose: false },
        closeButtonProps: { 'aria-label': t('common.close') },
      });
    // Without an answer of the server or the browser the next page asks again.
    void hasLostPush(userId).then(say, () => undefined);
  }, [cache, t]);
}
