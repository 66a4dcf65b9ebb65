import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import danger from '#kit/actions/danger.module.css';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

interface EraseProps<Data> {
  /** Name of the person. */
  name: string;
  title: string;
  body: string;
  /** Text to type, so that nobody erases the wrong person. */
  confirmation: { label: string; wanted: string };
  /** What may be erased as well; ticked by default. */
  option?: string;
  erase: (order: { confirmation: string; option: boolean }) => Promise<Data>;
  onErased: (data: Data) => Promise<void>;
}

/** Erases a person's data, after a confirmation. */
export function EraseButton<Data>(props: EraseProps<Data>) {
  const { t } = useTranslation();
  const open = async () => {
    const answer = await openDialog<{ data: Data }>({
      title: props.title,
      content: (close) => <EraseForm {...props} onDone={close} />,
    });
    if (answer === undefined) return;
    await props.onErased(answer.data);
    notifyDone(t('personalData.erased'));
  };
  return (
    <Button
      variant="default"
      className={danger.danger}
      size="xs"
      aria-label={t('personalData.eraseOf', { name: props.name })}
      onClick={() => void open()}
    >
      {t('personalData.erase')}
    </Button>
  );
}

function EraseForm<Data>({
  body,
  confirmation: { label, wanted },
  option,
  erase,
  onDone,
}: EraseProps<Data> & { onDone: (answer?: { data: Data }) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(true);
  const same = typed.trim().toLowerCase() === wanted.toLowerCase();
  async function save(event: FormEvent) {
    event.preventDefault();
    const order = { confirmation: typed, option: option !== undefined && chosen };
    const answer = await submit(async () => ({ data: await erase(order) }));
    if (answer !== undefined) onDone(answer);
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">{body}</Text>
        {option !== undefined && (
          <Checkbox label={option} checked={chosen} onChange={(event) => setChosen(event.currentTarget.checked)} />
        )}
        <TextInput
          label={label}
          value={typed}
          error={errors.confirmation}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} destructive busy={busy} disabled={!same}>
          {t('personalData.erase')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
