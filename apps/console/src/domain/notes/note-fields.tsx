import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import { noteLength } from '@varde/contract/forms';
import type { Note } from '@varde/contract/notes';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import type { NoteDraft } from './use-note-draft.ts';

/** The text of a note, and whether alarm messages contain it; read-only for users who may not edit it. */
export function NoteFields({ stored, draft }: { stored: Note; draft: NoteDraft }) {
  const { t } = useTranslation();
  const { values, change, errors } = draft;
  const readOnly = !stored.abilities.includes('edit');
  return (
    <Stack gap="sm">
      <Textarea
        label={t('notes.label')}
        description={t(readOnly ? 'notes.readOnly' : 'notes.help')}
        value={values.note}
        readOnly={readOnly}
        maxLength={noteLength}
        rows={5}
        error={errors.note}
        {...(!readOnly && { 'data-autofocus': true })}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {!readOnly && (
        <Text size="xs" c="dimmed">
          {t('notes.left', { count: noteLength - values.note.length })}
        </Text>
      )}
      <Checkbox
        label={t('notes.sms')}
        checked={values.sms}
        disabled={readOnly}
        onChange={({ currentTarget }) => change({ sms: currentTarget.checked })}
      />
      <LastChange note={stored} />
    </Stack>
  );
}

function LastChange({ note: { lastChanged, log } }: { note: Note }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (lastChanged === null) return null;
  const time = formats.dayAndClock(lastChanged);
  return (
    <Text size="xs" c="dimmed">
      {log.changedBy === null
        ? t('notes.changedByNobody', { time })
        : t('notes.changed', { time, name: log.changedBy })}
    </Text>
  );
}
