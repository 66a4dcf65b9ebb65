import { Alert, Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { bodyOf, forgetPush, ownSubscription, pushObstacle, rememberPush, subscribe } from '#data/push-browser.ts';
import { useSession } from '#data/session.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import { type PushState, pushQuery } from '#domain/push/push-query.ts';
import { notifyDone, notifyFailure } from '#kit/state/notify.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import styles from './profile-page.module.css';
import { PushBrowsers } from './push-browsers.tsx';

/** Push messages of alarms: in this browser, and in which others. */
export function PushSection() {
  const { t } = useTranslation();
  const push = useQuery(pushQuery);
  return (
    <section className={styles.section} aria-labelledby="profile-push">
      <h2 className={styles.heading} id="profile-push">
        {t('profile.push.title')}
      </h2>
      <p className={styles.intro}>{t('profile.push.intro')}</p>
      {!push.data && <LoadState error={push.error} onRetry={push.refetch} height={80} />}
      {push.data && (
        <>
          <Here push={push.data} />
          <PushBrowsers push={push.data} />
        </>
      )}
    </section>
  );
}

/** Whether this browser gets them, or what keeps it from it. */
function Here({ push: { publicKey, here } }: { push: PushState }) {
  const { t } = useTranslation();
  const { turnOn, turnOff, endAtLogout } = usePushActions();
  if (publicKey === null) return <Alert color="yellow">{t('profile.push.unavailable')}</Alert>;
  const obstacle = pushObstacle();
  if (obstacle !== null) return <Alert color="yellow">{t(`profile.push.${obstacle}`)}</Alert>;
  return (
    <>
      <p className={styles.intro} role="status">
        {t(here ? 'profile.push.on' : 'profile.push.off')}
      </p>
      {here && (
        <Checkbox
          label={t('profile.push.endsAtLogout')}
          description={t('profile.push.endsAtLogoutHelp')}
          checked={here.endsAtLogout}
          onChange={({ currentTarget: { checked } }) => void endAtLogout(checked)}
        />
      )}
      <div className={styles.buttons}>
        {here ? (
          <Button variant="default" onClick={() => void turnOff(here.browserId)}>
            {t('profile.push.turnOff')}
          </Button>
        ) : (
          <Button onClick={() => void turnOn(publicKey)}>{t('profile.push.turnOn')}</Button>
        )}
      </div>
    </>
  );
}

function usePushActions() {
  const { t } = useTranslation();
  const { userId } = useSession();
  const cache = useQueryClient();
  const oneAtATime = useOneAtATime();
  const change = (work: () => Promise<string | undefined>) => oneAtATime(() => perform(work));
  async function perform(work: () => Promise<string | undefined>): Promise<void> {
    try {
      const done = await work();
      if (done !== undefined) notifyDone(done);
    } catch (error) {
      // The browser's own faults: it reaches its push service not at all, for instance.
      if (error instanceof DOMException) notifyFailure(t('profile.push.failed'));
      else notifyError(error);
    }
    await cache.invalidateQueries(pushQuery);
  }
  return {
    turnOn: (publicKey: string) =>
      change(async () => {
        const body = await subscribe(publicKey);
        if (body === null) {
          notifyFailure(t('profile.push.refused'));
          return undefined;
        }
        await call('addPushBrowser', { body });
        rememberPush(userId, body.endpoint);
        return t('profile.push.on');
      }),
    turnOff: (browserId: number) =>
      change(async () => {
        await call('removePushBrowser', { params: { browserId } });
        forgetPush(userId);
        await (await ownSubscription())?.unsubscribe();
        return t('profile.push.turnedOff');
      }),
    endAtLogout: (endsAtLogout: boolean) =>
      change(async () => {
        const own = await ownSubscription();
        if (own !== null) await call('addPushBrowser', { body: { ...bodyOf(own), endsAtLogout } });
        return undefined;
      }),
  };
}
