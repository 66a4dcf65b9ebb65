import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import type { DeviceIdentity } from '@varde/contract/identities';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './device-page.module.css';
import { useNewIdentity } from './use-new-identity.tsx';

/** The identities under which a device connects, for administrators of the installation. */
export function IdentitySection({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviId } = device;
  const add = useNewIdentity(deviId);
  const { data, error, refetch } = useQuery(apiQuery('listIdentities', { params: { deviId } }));
  return (
    <section aria-labelledby="device-identities">
      <h2 id="device-identities" className={styles.logTitle}>
        {t('deviceLog.identities.title')}
      </h2>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data?.identities.length === 0 && <p className={styles.dim}>{t('deviceLog.identities.none')}</p>}
      <ul className={styles.identities}>
        {data?.identities.map((identity) => (
          <IdentityLine key={`${identity.protocol} ${identity.identity}`} device={device} identity={identity} />
        ))}
      </ul>
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void add()}>
        {t('deviceLog.identities.add')}
      </Button>
    </section>
  );
}

function IdentityLine({
  device: { deviId, deviceName },
  identity: { protocol, identity, hasSecret },
}: {
  device: DeviceDetail;
  identity: DeviceIdentity;
}) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  async function remove() {
    const sure = await confirm({
      title: t('deviceLog.identities.removeOf', { identity }),
      body: t('deviceLog.identities.removeBody', { identity, protocol, name: deviceName }),
      cancel: t('common.cancel'),
      proceed: t('deviceLog.identities.remove'),
      destructive: true,
    });
    if (!sure) return;
    const params = { deviId, protocol, identity };
    const left = await submit(() => call('removeIdentity', { params }));
    if (left === undefined) return;
    cache.setQueryData(queryKey('listIdentities', { params: { deviId } }), left);
    notifyDone(t('deviceLog.identities.removed', { identity }));
  }
  return (
    <li className={styles.identity}>
      <span className={styles.identityName}>{identity}</span>
      <span className={styles.dim}>{protocol}</span>
      {hasSecret && <span className={styles.dim}>{t('deviceLog.identities.hasSecret')}</span>}
      <Button
        variant="subtle"
        className={danger.danger}
        size="compact-sm"
        disabled={busy}
        aria-label={t('deviceLog.identities.removeOf', { identity })}
        onClick={() => void remove()}
      >
        {t('deviceLog.identities.remove')}
      </Button>
      <Failure text={failure} />
    </li>
  );
}
