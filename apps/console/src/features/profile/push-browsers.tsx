import { Badge, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PushBrowser } from '@varde/contract/push';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { type PushState, pushQuery } from '#domain/push/push-query.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useOneAtATime } from '#kit/steady/use-one-at-a-time.ts';
import rows from '#ui/fact-rows.module.css';
import { useBrowserName } from './use-browser-name.ts';

/** The browsers in which the user gets push messages, so that one that was left elsewhere can be removed. */
export function PushBrowsers({ push: { browsers, here } }: { push: PushState }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const oneAtATime = useOneAtATime();
  async function onRemove(browserId: number): Promise<void> {
    try {
      await call('removePushBrowser', { params: { browserId } });
      notifyDone(t('profile.push.removed'));
    } catch (error) {
      notifyError(error);
    }
    await cache.invalidateQueries(pushQuery);
  }
  if (browsers.length === 0) return null;
  return (
    <ul className={rows.rows} aria-label={t('profile.push.browsers')}>
      {browsers.map((browser) => (
        <BrowserRow
          key={browser.browserId}
          browser={browser}
          isHere={browser.browserId === here?.browserId}
          onRemove={() => oneAtATime(() => onRemove(browser.browserId), browser.browserId)}
        />
      ))}
    </ul>
  );
}

interface BrowserRowProps {
  browser: PushBrowser;
  isHere: boolean;
  onRemove: () => void;
}

function BrowserRow({ browser, isHere, onRemove }: BrowserRowProps) {
  const { t } = useTranslation();
  const { userAgent, createdAt, lastSentAt } = browser;
  const name = useBrowserName(userAgent);
  return (
    <li className={rows.row}>
      <span className={rows.name} title={userAgent ?? undefined}>
        {name}
      </span>
      <dl className={rows.facts}>
        <div>
          <dt>{t('profile.push.lastSent')}</dt>
          <dd>{lastSentAt === null ? t('profile.push.never') : <RelativeTime time={lastSentAt} />}</dd>
        </div>
        <div>
          <dt>{t('profile.push.added')}</dt>
          <dd>
            <RelativeTime time={createdAt} />
          </dd>
        </div>
      </dl>
      <span className={rows.end}>
        {isHere ? (
          <Badge variant="default">{t('profile.thisOne')}</Badge>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('profile.push.removeOf', { browser: name })}
            onClick={onRemove}
          >
            {t('profile.push.remove')}
          </Button>
        )}
      </span>
    </li>
  );
}
