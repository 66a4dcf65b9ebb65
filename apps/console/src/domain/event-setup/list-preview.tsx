import { Alert, Group, NativeSelect } from '@mantine/core';
import type { AlarmKind } from '@varde/catalogue/alarm-kinds';
import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingText } from './channel-texts.ts';
import { canBeTold, type DraftReceiver } from './draft-receiver.ts';
import styles from './event-setup.module.css';
import { type Told, toldAt, toldOrder, unheardKinds } from './told-order.ts';
import type { ListEnd, NotificationList } from './use-list-draft.ts';

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

interface ListPreviewProps {
  /** The level of its heading on the page. */
  heading: 'h2' | 'h3';
  receivers: readonly DraftReceiver[];
  end: ListEnd;
  /** The lists that come after everybody on this one. */
  further: NotificationList['above'];
  /** Channels on which messages wait. */
  unavailable: readonly ReceiverChannel[];
  /** The alarms to choose from. */
  kinds: readonly AlarmKind[];
  /** The alarm centre that comes last; null: none. */
  centre: { firmName: string } | null;
}

/** Who is told of a chosen alarm, in words, and a warning of alarms that reach nobody. */
export function ListPreview({
  heading: Heading,
  receivers,
  end,
  further,
  unavailable,
  kinds,
  centre,
}: ListPreviewProps) {
  const { t, i18n } = useTranslation();
  const [kind, setKind] = useState<AlarmKind>('alarm');
  const [hour, setHour] = useState('03');
  const nameOf = (each: AlarmKind) => t(`catalogue.messageTypes.${each}`);
  const minute = Number(hour) * 60;
  const told = toldOrder(receivers, kind, minute);
  const steps = told.map(({ receiver, afterSeconds }, index) => {
    const who = t('eventSetup.told', {
      name: receiver.name,
      channels: channelsText(t, i18n.language, receiver),
    });
    if (index === 0) return t('eventSetup.first', { who });
    return afterSeconds === 0 ? t('eventSetup.same', { who }) : t('eventSetup.after', { seconds: afterSeconds, who });
  });
  const telling = further.filter((list) => toldAt(list.receivers, kind, minute).length > 0);
  const last = told.at(-1);
  telling.forEach(({ customerName: name }, index) => {
    steps.push(index === 0 ? followingStep(t, aboveTexts, name, last) : t(aboveTexts.next, { name }));
  });
  if (centre !== null) {
    const { firmName: name } = centre;
    steps.push(telling.length === 0 ? followingStep(t, centreTexts, name, last) : t(centreTexts.next, { name }));
  }
  if (told.length + telling.length > 0 && end.repeats !== 0) steps.push(againStep(t, i18n.language, end));
  return (
    <section className={styles.section} aria-labelledby="event-setup-preview">
      <Heading id="event-setup-preview" className={styles.title}>
        {t('eventSetup.preview')}
      </Heading>
      {receiverChannels
        .filter((each) => unavailable.includes(each) && receivers.some(({ channels }) => channels.includes(each)))
        .map((each) => (
          <Alert key={each} color="yellow">
            {missingText(t, each)}
          </Alert>
        ))}
      {centre === null && (
        <Warnings
          receivers={[...receivers, ...further.flatMap((list) => list.receivers)].filter((receiver) =>
            canBeTold(receiver, unavailable),
          )}
          kinds={kinds}
          nameOf={nameOf}
        />
      )}
      <Group gap="sm">
        <NativeSelect
          label={t('eventSetup.kind')}
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(kinds.find((each) => each === value) ?? 'alarm')}
          data={kinds.map((value) => ({ value, label: nameOf(value) }))}
        />
        <NativeSelect
          label={t('eventSetup.hour')}
          value={hour}
          onChange={({ currentTarget: { value } }) => setHour(value)}
          data={hoursOfDay}
        />
      </Group>
      <p className={styles.words} aria-live="polite">
        {t('eventSetup.sentence', {
          kind: nameOf(kind),
          hour,
          steps: steps.length > 0 ? steps.join(', ') : t('eventSetup.nobody'),
        })}
      </p>
    </section>
  );
}

const aboveTexts = {
  first: 'eventSetup.aboveFirst',
  next: 'eventSetup.above',
  after: 'eventSetup.aboveAfter',
} as const;
const centreTexts = {
  first: 'eventSetup.centreFirst',
  next: 'eventSetup.centre',
  after: 'eventSetup.centreAfter',
} as const;

/** What comes after the receivers, when the wait of the last one is over. */
function followingStep(
  t: TFunction,
  texts: typeof aboveTexts | typeof centreTexts,
  name: string,
  last: Told | undefined,
): string {
  if (last === undefined) return t(texts.first, { name });
  const seconds = last.receiver.waitSeconds;
  return t(seconds === 0 ? texts.next : texts.after, { name, seconds });
}

/** The list from its beginning, after a pause. */
function againStep(t: TFunction, language: string, { repeats, pauseSeconds }: ListEnd): string {
  const minutes = new Intl.NumberFormat(language).format(pauseSeconds / 60);
  return repeats === null
    ? t('eventSetup.again', { minutes })
    : t('eventSetup.againTimes', { minutes, count: repeats });
}

/** What of a receiver decides who is told of which alarm. */
type Addressed = NotificationList['above'][number]['receivers'][number];

function Warnings({
  receivers,
  kinds,
  nameOf,
}: {
  receivers: readonly Addressed[];
  kinds: readonly AlarmKind[];
  nameOf: (kind: AlarmKind) => string;
}) {
  const { t } = useTranslation();
  const { never, sometimes } = unheardKinds(receivers, kinds);
  const kindsText = (some: readonly AlarmKind[]) => some.map(nameOf).join(', ');
  if (receivers.length === 0) {
    return (
      <Alert color="yellow" role="alert">
        {t('eventSetup.reachesNobody')}
      </Alert>
    );
  }
  return (
    <>
      {never.length > 0 && <Alert color="yellow">{t('eventSetup.never', { kinds: kindsText(never) })}</Alert>}
      {sometimes.length > 0 && (
        <Alert color="yellow">{t('eventSetup.sometimes', { kinds: kindsText(sometimes) })}</Alert>
      )}
    </>
  );
}

/** The channels of a receiver: "SMS, anrop og e-post". */
const channelsText = (t: TFunction, language: string, { channels }: Pick<DraftReceiver, 'channels'>): string =>
  new Intl.ListFormat(language).format(
    receiverChannels
      .filter((each) => channels.includes(each))
      .map((each) => t(`eventSetup.byChannel.${each}.inSentence`)),
  );
