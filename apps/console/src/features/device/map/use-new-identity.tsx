import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ProtocolKey, protocols } from '@varde/catalogue/protocols';
import type { CallOutput } from '@varde/contract/endpoint';
import type { addIdentity } from '@varde/contract/identities';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { CopyButton } from '#domain/log/copy-button.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './device-page.module.css';

type Added = CallOutput<typeof addIdentity>;

/** Opens the dialog that adds an identity to a device, and shows its token, which cannot be shown again. */
export function useNewIdentity(deviId: number): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async () => {
    const added = await openDialog<Added>({
      title: t('deviceLog.identities.add'),
      content: (close) => <NewIdentityForm deviId={deviId} onDone={close} />,
    });
    if (added === undefined) return;
    const { token, identities } = added;
    cache.setQueryData(queryKey('listIdentities', { params: { deviId } }), { identities });
    notifyDone(t('deviceLog.identities.added'));
    if (token === null) return;
    await openDialog<void>({
      title: t('deviceLog.identities.token'),
      content: (close) => <Token token={token} onDone={() => close()} />,
    });
  };
}

function NewIdentityForm({ deviId, onDone }: { deviId: number; onDone: (added?: Added) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
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
          label={t('deviceLog.identities.protocol')}
          data={protocols.map(({ key }) => key)}
          value={protocol}
          onChange={(event) => setProtocol(event.currentTarget.value as ProtocolKey)}
          data-autofocus
        />
        <TextInput
          label={t('deviceLog.identities.identity')}
          required
          value={identity}
          error={errors.identity && t('deviceLog.identities.wrongForm', { protocol })}
          onChange={(event) => setIdentity(event.currentTarget.value)}
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('deviceLog.identities.make')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Token({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('deviceLog.identities.tokenHelp')}</Text>
      <code className={styles.identityName}>{token}</code>
      <Group justify="flex-end">
        <CopyButton text={token} />
        <Button onClick={onDone}>{t('common.close')}</Button>
      </Group>
    </Stack>
  );
}
