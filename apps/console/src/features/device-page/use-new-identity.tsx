import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ProtocolKey, protocols } from '@varde/catalogue/protocols';
import type { CallOutput } from '@varde/contract/endpoint';
import type { addIdentity } from '@varde/contract/identities';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './device-page.module.css';

type Added = CallOutput<typeof addIdentity>;

/** Opens the dialog that gives a device another name, and shows its token, which can be seen only then. */
export function useNewIdentity(deviId: number): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async () => {
    const added = await openDialog<Added>({
      title: t('device.identities.add'),
      content: (close) => <NewIdentityForm deviId={deviId} onDone={close} />,
    });
    if (added === undefined) return;
    const { token, identities } = added;
    cache.setQueryData(queryKey('listIdentities', { params: { deviId } }), { identities });
    notifyDone(t('device.identities.added'));
    if (token === null) return;
    await openDialog<void>({
      title: t('device.identities.token'),
      content: (close) => <Token token={token} onDone={() => close()} />,
    });
  };
}

function NewIdentityForm({ deviId, onDone }: { deviId: number; onDone: (added?: Added) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useSubmit();
  const [protocol, setProtocol] = useState<ProtocolKey>(protocols[0].key);
  const [identity, setIdentity] = useState('');
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { protocol, identity: identity.trim() };
    const added = await submit(() => call('addIdentity', { params: { deviId }, body }));
    if (added) onDone(added);
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <NativeSelect
          label={t('device.identities.protocol')}
          data={protocols.map(({ key }) => key)}
          value={protocol}
          onChange={(event) => setProtocol(event.currentTarget.value as ProtocolKey)}
          data-autofocus
        />
        <TextInput
          label={t('device.identities.identity')}
          required
          value={identity}
          error={errors.identity && t('device.identities.wrongForm', { protocol })}
          onChange={(event) => setIdentity(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Failure text={failure} />
          <Button variant="default" onClick={() => onDone()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('device.identities.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Token({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('device.identities.tokenHelp')}</Text>
      <code className={styles.identityName}>{token}</code>
      <Group justify="flex-end">
        <CopyButton text={token} />
        <Button onClick={onDone}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
