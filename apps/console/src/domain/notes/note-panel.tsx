import { Group, Paper, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import type { Note } from '@varde/contract/notes';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { ErrorState } from '../errors/error-state.tsx';
import { NoteFields } from './note-fields.tsx';
import { useNoteDraft } from './use-note-draft.ts';

/** The note of a device on its page; absent for users who may not see it. */
export function NotePanel({ device }: { device: DeviceDetail }) {
  const seesNote = device.abilities.includes('note');
  const input = { params: { deviId: device.deviId } };
  const { data, error, refetch } = useQuery({ ...apiQuery('getNote', input), enabled: seesNote });
  if (!seesNote) return null;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Paper withBorder p="md">
      {data ? <NoteForm device={device} stored={data} /> : <Skeleton height={220} />}
    </Paper>
  );
}

function NoteForm({ device, stored }: { device: DeviceDetail; stored: Note }) {
  const { t } = useTranslation();
  const draft = useNoteDraft(device, stored);
  useUnsavedGuard(draft.dirty && !draft.busy);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const yes = await confirm({
      title: t('notes.confirmTitle'),
      body: draft.question,
      cancel: t('common.cancel'),
      proceed: t('notes.save'),
    });
    if (yes) await draft.save();
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <NoteFields stored={stored} draft={draft} />
        {stored.abilities.includes('edit') && (
          <Group justify="flex-end">
            <Failure text={draft.failure} />
            <SaveButtons dirty={draft.dirty} busy={draft.busy} onCancel={draft.cancel} />
          </Group>
        )}
      </Stack>
    </form>
  );
}
