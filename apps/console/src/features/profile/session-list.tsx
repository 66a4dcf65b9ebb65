import { Badge, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionEntry } from '@varde/contract/account';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import rows from '#ui/fact-rows.module.css';
import styles from './profile-page.module.css';
import { useBrowserName } from './use-browser-name.ts';

/** The user's sessions, so that a browser left open elsewhere can be logged out. */
export function SessionList() {
  const { t } = useTranslation();
  const list = useQuery(apiQuery('listSessions', {}));
  const end = useEndSessions();
  return (
    <section className={styles.section} aria-labelledby="profile-sessions">
      <h2 className={styles.heading} id="profile-sessions">
        {t('profile.sessions')}
      </h2>
      {!list.data && <LoadState error={list.error} onRetry={list.refetch} height={120} />}
      {list.data && (
        <ul className={rows.rows}>
          {list.data.sessions.map((session) => (
            <SessionRow key={session.sessionId} session={session} onEnd={end.one} />
          ))}
        </ul>
      )}
      {list.data && list.data.sessions.length > 1 && (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void end.others()}>
            {t('profile.endOthers')}
          </Button>
        </div>
      )}
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: (sessionId: number) => void }) {
  const { t } = useTranslation();
  const name = useBrowserName(session.userAgent);
  return (
    <li className={rows.row}>
      <span className={rows.name} title={session.userAgent ?? undefined}>
        {name}
      </span>
      <dl className={rows.facts}>
        <div>
          <dt>{t('profile.lastUsed')}</dt>
          <dd>
            <RelativeTime time={session.lastSeenAt} />
          </dd>
        </div>
        <div>
          <dt>{t('profile.began')}</dt>
          <dd>
            <RelativeTime time={session.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t('profile.address')}</dt>
          <dd>{session.address ?? t('common.unknown')}</dd>
        </div>
      </dl>
      <span className={rows.end}>
        {session.current ? (
          <Badge variant="default">{t('profile.thisOne')}</Badge>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('profile.endSessionOf', { browser: name })}
            onClick={() => onEnd(session.sessionId)}
          >
            {t('profile.endSession')}
          </Button>
        )}
      </span>
    </li>
  );
}

function useEndSessions() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const oneAtATime = useOneAtATime();
  async function end(send: () => Promise<string>): Promise<void> {
    try {
      notifyDone(await send());
    } catch (error) {
      notifyError(error);
    }
    await cache.invalidateQueries({ queryKey: queryKey('listSessions') });
  }
  return {
    one: (sessionId: number) =>
      void oneAtATime(
        () =>
          end(async () => {
            await call('endSession', { params: { sessionId } });
            return t('profile.ended');
          }),
        sessionId,
      ),
    others: async () => {
      const sure = await confirm({
        title: t('profile.endOthers'),
        body: t('profile.endOthersBody'),
        cancel: t('common.cancel'),
        proceed: t('profile.endOthers'),
      });
      if (!sure) return;
      await end(async () => {
        const { ended } = await call('endOtherSessions', {});
        return t('profile.endedOthers', { count: ended });
      });
    },
  };
}
