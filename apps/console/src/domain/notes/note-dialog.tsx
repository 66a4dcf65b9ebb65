import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import type { Note } from '@varde/contract/notes';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { LoadState } from '../errors/load-state.tsx';
import { NoteFields } from './note-fields.tsx';
import { useNoteDraft } from './use-note-draft.ts';

/** Shows the note on a device, editable for users who may edit it. */
export async function openNoteDialog(device: ListedDevice): Promise<void> {
  await openDialog<void>({
    title: i18next.t('device.noteOf', { name: device.deviceName }),
    content: (close) => <LoadedNote device={device} onDone={() => close()} />,
  });
}

interface NoteDialogProps {
  device: ListedDevice;
  onDone: () => void;
}

function LoadedNote({ device, onDone }: NoteDialogProps) {
  const input = { params: { deviId: device.deviId } };
  // Fetched when opened, since the form starts with it.
  const { data, error, refetch } = useQuery({ ...apiQuery('getNote', input), gcTime: 0 });
  if (!data) return <LoadState error={error} onRetry={refetch} height={220} />;
  return <NoteForm device={device} stored={data} onDone={onDone} />;
}

/** The note, then the confirmation in its place: a dialog over a dialog would remove the form. */
function NoteForm({ device, stored, onDone }: NoteDialogProps & { stored: Note }) {
  const { t } = useTranslation();
  const draft = useNoteDraft(device, stored);
  const [asks, setAsks] = useState(false);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!asks) return setAsks(true);
    if (await draft.save()) onDone();
    else setAsks(false);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {asks ? (
          <Alert variant="default" title={t('notes.confirmTitle')}>
            {draft.question}
          </Alert>
        ) : (
          <NoteFields stored={stored} draft={draft} />
        )}
        {stored.abilities.includes('edit') ? (
          <DialogButtons
            failure={draft.failure}
            busy={draft.busy}
            disabled={!draft.dirty}
            onCancel={asks ? () => setAsks(false) : onDone}
          >
            {t('notes.save')}
          </DialogButtons>
        ) : (
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={onDone}>
              {t('common.close')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
