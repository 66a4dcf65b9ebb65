import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { CallOutput } from '@varde/contract/endpoint';
import type { listWebHooks, WebHook, WebHookDelivery } from '@varde/contract/web-hooks';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './web-hook-card.module.css';
import { changeWebHook } from './web-hook-dialogs.tsx';

interface WebHookCardProps {
  custId: number;
  hook: WebHook;
  mayEdit: boolean;
  onChanged: (changed: CallOutput<typeof listWebHooks>) => void;
}

/** A web hook: where it leads, what it is told, and what became of that. */
export function WebHookCard({ custId, hook, mayEdit, onChanged }: WebHookCardProps) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const { hookId, url, events, deliveries } = hook;
  const params = { custId, hookId };
  async function change(send: () => Promise<CallOutput<typeof listWebHooks>>): Promise<boolean> {
    const changed = await submit(send);
    if (changed) onChanged(changed);
    return changed !== undefined;
  }
  async function onEdit() {
    const changed = await changeWebHook(custId, hook);
    if (!changed) return;
    onChanged(changed);
    notifyDone(t('webHooks.changed'));
  }
  async function onRemove() {
    const sure = await confirm({
      title: t('webHooks.removeTitle'),
      body: t('webHooks.removeBody', { url }),
      cancel: t('common.cancel'),
      proceed: t('webHooks.remove'),
      destructive: true,
    });
    if (sure && (await change(() => call('removeWebHook', { params })))) notifyDone(t('webHooks.removed'));
  }
  const replay = mayEdit
    ? (deliveryId: number) => void change(() => call('replayWebHook', { params: { ...params, deliveryId } }))
    : null;
  const delivered = deliveries.filter(({ state }) => state === 'delivered');
  const others = deliveries.filter(({ state }) => state !== 'delivered');
  return (
    <article className={styles.card} aria-label={url}>
      <header className={styles.header}>
        <div className={styles.where}>
          <strong>{url}</strong>
          <span className={styles.dim}>{events.map((event) => t(`timeline.told.${event}`)).join(' · ')}</span>
        </div>
        {mayEdit && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              aria-label={t('webHooks.testOf', { url })}
              onClick={() => void change(() => call('testWebHook', { params }))}
            >
              {t('webHooks.test')}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              aria-label={t('webHooks.editOf', { url })}
              onClick={() => void onEdit()}
            >
              {t('webHooks.edit')}
            </Button>
            <Button
              variant="subtle"
              className={danger.danger}
              size="xs"
              disabled={busy}
              aria-label={t('webHooks.removeOf', { url })}
              onClick={() => void onRemove()}
            >
              {t('webHooks.remove')}
            </Button>
          </Group>
        )}
      </header>
      <Summary hook={hook} />
      <Deliveries url={url} deliveries={others} busy={busy} onReplay={replay} />
      {delivered.length > 0 && (
        <details className={styles.delivered}>
          <summary>{t('webHooks.delivered', { count: delivered.length })}</summary>
          <Deliveries url={url} deliveries={delivered} busy={busy} onReplay={null} />
        </details>
      )}
      <Failure text={failure} />
    </article>
  );
}

/** How many are not delivered, in words and with an icon; announced when it changes. */
function Summary({ hook: { waiting, dead, deliveries } }: { hook: WebHook }) {
  const { t } = useTranslation();
  const done = t(deliveries.length === 0 ? 'webHooks.nothingSent' : 'webHooks.allDelivered');
  return (
    <div className={styles.summary} role="status">
      {dead > 0 && (
        <span className={styles.dead}>
          <IconAlertTriangle size={16} aria-hidden /> {t('webHooks.dead', { count: dead })}
        </span>
      )}
      {waiting > 0 && (
        <span className={styles.mark}>
          <IconClock size={16} aria-hidden /> {t('webHooks.waiting', { count: waiting })}
        </span>
      )}
      {dead + waiting === 0 && (
        <span className={styles.mark}>
          {deliveries.length > 0 && <IconCheck size={16} aria-hidden />} <span>{done}</span>
        </span>
      )}
    </div>
  );
}

interface DeliveriesProps {
  url: string;
  deliveries: readonly WebHookDelivery[];
  busy: boolean;
  onReplay: ((deliveryId: number) => void) | null;
}

function Deliveries({ url, deliveries, busy, onReplay }: DeliveriesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (deliveries.length === 0) return null;
  const answerOf = ({ state, tries, status, lastError, nextTryAt }: WebHookDelivery) =>
    [
      t(`webHooks.state.${state}`),
      tries > 0 && t('webHooks.tries', { count: tries }),
      status !== null && t('webHooks.answer', { status }),
      status === null && lastError !== null && t('webHooks.noAnswer'),
      state === 'waiting' && nextTryAt !== null && t('webHooks.nextTry', { time: formats.exact(nextTryAt) }),
    ].filter((part) => part !== false);
  return (
    <ul className={styles.rows} aria-label={t('webHooks.deliveries', { url })}>
      {deliveries.map((delivery) => {
        const { deliveryId, event, alarmId, at, lastError } = delivery;
        const what = event === 'test' ? t('webHooks.testEvent') : t(`timeline.told.${event}`);
        const time = formats.exact(at);
        return (
          <li key={deliveryId} className={styles.row}>
            <span className={styles.where}>
              <span>
                <span>{alarmId === null ? what : `${what}, ${t('webHooks.alarm', { alarmId })}`}</span>{' '}
                <time>{time}</time>
              </span>
              <span className={styles.dim} title={lastError ?? undefined}>
                {answerOf(delivery).join(' · ')}
              </span>
            </span>
            {onReplay && (
              <Button
                variant="default"
                size="xs"
                disabled={busy}
                aria-label={t('webHooks.replayOf', { event: what, time })}
                onClick={() => onReplay(deliveryId)}
              >
                {t('webHooks.replay')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
