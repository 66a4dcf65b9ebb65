import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ConsentKind, consentKinds, consentStates } from '@varde/catalogue/consent-kinds';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { dayOf, endOfDay } from '#ui/day.ts';

type Of = 'user' | 'wearer';

interface Said {
  kind: ConsentKind;
  state: (typeof consentStates)[number];
  saidAt: number | null;
  note: string;
}

interface NewConsentProps<Data> {
  of: Of;
  record: (said: Said) => Promise<Data>;
  onRecorded: (data: Data) => void;
}

/** Records a consent or its refusal. */
export function NewConsentButton<Data>(props: NewConsentProps<Data>) {
  const { t } = useTranslation();
  const open = async () => {
    const data = await openDialog<Data>({
      title: t('personalData.add'),
      content: (close) => <NewConsentForm {...props} onDone={close} />,
    });
    if (data === undefined) return;
    props.onRecorded(data);
    notifyDone(t('personalData.added'));
  };
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void open()}>
      {t('personalData.add')}
    </Button>
  );
}

const kindsOf = (of: Of): ConsentKind[] =>
  consentKinds.filter((kind) => kind.of.some((each) => each === of)).map(({ key }) => key);

function NewConsentForm<Data>({ of, record, onDone }: NewConsentProps<Data> & { onDone: (data?: Data) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const kinds = kindsOf(of);
  const [kind, setKind] = useState(kinds[0]);
  const [state, setState] = useState<Said['state']>('given');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  async function save(event: FormEvent) {
    event.preventDefault();
    if (kind === undefined) return;
    const saidAt = day === '' || day === dayOf(Date.now()) ? null : endOfDay(day);
    const data = await submit(() => record({ kind, state, saidAt, note }));
    if (data !== undefined) onDone(data);
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <NativeSelect
          label={t('personalData.kind')}
          value={kind}
          onChange={({ currentTarget }) => setKind(kinds.find((each) => each === currentTarget.value))}
          data={kinds.map((value) => ({ value, label: t(`personalData.kinds.${value}`) }))}
          data-autofocus
        />
        <NativeSelect
          label={t('personalData.state')}
          value={state}
          onChange={({ currentTarget }) =>
            setState(consentStates.find((each) => each === currentTarget.value) ?? 'given')
          }
          data={consentStates.map((value) => ({ value, label: t(`personalData.said.${value}`) }))}
        />
        <DateField
          label={t('personalData.saidAt')}
          description={t('personalData.saidAtHelp')}
          value={day}
          error={errors.saidAt}
          onChange={setDay}
        />
        <TextInput
          label={t('personalData.note')}
          maxLength={500}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('personalData.add')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
