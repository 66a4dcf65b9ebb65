import { Button } from '@mantine/core';
import type { ApiKey } from '@varde/contract/api-keys';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#domain/errors/notify-error.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import rows from '#ui/fact-rows.module.css';

interface ApiKeyListProps {
  keys: readonly ApiKey[];
  /** Ends a key at the server. */
  revoke: (keyId: number) => Promise<unknown>;
  /** Called after a try to end one. */
  onChanged: () => void;
}

/** The keys of a user's programs, each with a button that revokes it. */
export function ApiKeyList({ keys, revoke, onChanged }: ApiKeyListProps) {
  const { t } = useTranslation();
  async function onRevoke({ keyId, name }: ApiKey): Promise<void> {
    const sure = await confirm({
      title: t('apiKeys.revokeTitle', { name }),
      body: t('apiKeys.revokeBody', { name }),
      cancel: t('common.cancel'),
      proceed: t('apiKeys.revoke'),
      destructive: true,
    });
    if (!sure) return;
    try {
      await revoke(keyId);
      notifyDone(t('apiKeys.revoked', { name }));
    } catch (error) {
      notifyError(error);
    }
    onChanged();
  }
  return (
    <ul className={rows.rows} aria-label={t('apiKeys.keys')}>
      {keys.map((key) => (
        <KeyRow key={key.keyId} apiKey={key} onRevoke={() => void onRevoke(key)} />
      ))}
    </ul>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt, expiresAt } = apiKey;
  return (
    <li className={rows.row}>
      <span className={rows.name}>{name}</span>
      <dl className={rows.facts}>
        <div>
          <dt>{t('apiKeys.lastUsed')}</dt>
          <dd>{lastUsedAt === null ? t('apiKeys.never') : <RelativeTime time={lastUsedAt} />}</dd>
        </div>
        <div>
          <dt>{t('apiKeys.createdAt')}</dt>
          <dd>
            <RelativeTime time={createdAt} />
          </dd>
        </div>
        {expiresAt !== null && <Expiry expiresAt={expiresAt} />}
      </dl>
      <span className={rows.end}>
        <Button
          variant="default"
          className={danger.danger}
          size="xs"
          aria-label={t('apiKeys.revokeOf', { name })}
          onClick={onRevoke}
        >
          {t('apiKeys.revoke')}
        </Button>
      </span>
    </li>
  );
}

function Expiry({ expiresAt }: { expiresAt: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isOver = expiresAt <= useNow(60_000);
  return (
    <div>
      <dt>{t(isOver ? 'apiKeys.expired' : 'apiKeys.validUntil')}</dt>
      <dd>{formats.dayAndClock(expiresAt)}</dd>
    </div>
  );
}
