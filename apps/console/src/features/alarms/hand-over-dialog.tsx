import { Alert, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { claimOf } from '#domain/alarms/alarm-groups.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { PersonChoice } from '#kit/form/person-choice.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';

type Colleague = Output<'listAlarmHandlers'>['users'][number];

/** Asks for the colleague who receives a claimed alarm. Resolves to the alarm when it was handed over. */
export function askColleague(alarm: Alarm, isOwn: boolean): Promise<Alarm | undefined> {
  return openDialog<Alarm>({
    title: i18next.t('handOver.title', { name: alarm.deviceName }),
    content: (close) => <HandOverForm alarm={alarm} isOwn={isOwn} onDone={close} />,
  });
}

interface HandOverFormProps {
  alarm: Alarm;
  /** The user has claimed it. */
  isOwn: boolean;
  onDone: (alarm?: Alarm) => void;
}

function HandOverForm({ alarm, isOwn, onDone }: HandOverFormProps) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const [tried, setTried] = useState(false);
  const { alarmId, claimedBy } = alarm;
  const params = { alarmId };

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!chosen || !claimedBy) return;
    const body = { ...claimOf(claimedBy), userId: chosen.userId };
    const answer = await submit(() => call('handOverAlarm', { params, body }));
    if (!answer) return;
    notifyDone(t('handOver.done', { device: alarm.deviceName, name: chosen.name }));
    onDone(answer);
  }
  async function toCentre(name: string) {
    if (!claimedBy) return;
    const answer = await submit(() => call('escalateAlarm', { params, body: claimOf(claimedBy) }));
    if (!answer) return;
    notifyDone(t('handOver.done', { device: alarm.deviceName, name }));
    onDone(answer);
  }
  const missing = tried && !chosen && t('handOver.missing');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {!isOwn && claimedBy && (
          <Alert color="yellow" role="note">
            {t('handOver.toOther', { claimer: claimedBy.name })}
          </Alert>
        )}
        <Text size="sm">{t('handOver.help')}</Text>
        <ColleagueChoice alarmId={alarmId} chosen={chosen} onChoose={setChosen} />
        <ToCentre alarm={alarm} busy={busy} onHandOver={toCentre} />
        <DialogButtons
          failure={(errors.userId && t('handOver.notThisOne')) || missing || failure}
          busy={busy}
          onCancel={() => onDone()}
        >
          {t('handOver.proceed')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Asked anew by each dialog: who has the alarm, and who may have it, changes quickly. */
const handlersQuery = (alarmId: number, search: string) => ({
  ...apiQuery('listAlarmHandlers', { params: { alarmId }, query: search === '' ? {} : { search } }),
  gcTime: 0,
});

interface ToCentreProps {
  alarm: Alarm;
  busy: boolean;
  onHandOver: (centre: string) => Promise<void>;
}

/** The other way: to the alarm centre of the device, if there is one that has not got the alarm. */
function ToCentre({ alarm: { alarmId }, busy, onHandOver }: ToCentreProps) {
  const { t } = useTranslation();
  const { data } = useQuery(handlersQuery(alarmId, ''));
  const centre = data?.centre ?? null;
  if (centre === null) return null;
  return (
    <Stack gap={4} align="flex-start">
      <SteadyButton variant="default" loading={busy} onClick={() => void onHandOver(centre)}>
        {t('handOver.toCentre')}
      </SteadyButton>
      <Text size="sm">{t('handOver.toCentreHelp', { name: centre })}</Text>
    </Stack>
  );
}

interface ColleagueChoiceProps {
  alarmId: number;
  chosen: Colleague | null;
  onChoose: (colleague: Colleague) => void;
}

function ColleagueChoice({ alarmId, chosen, onChoose }: ColleagueChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    ...handlersQuery(alarmId, search),
    placeholderData: keepPreviousData,
  });
  if (!data) return <LoadState error={error} onRetry={refetch} height={140} />;
  const noteOf = ({ roles, isThere }: Colleague) =>
    [isThere ? t('handOver.isThere') : t('handOver.isAway'), ...roles.map((role) => t(`catalogue.roles.${role}`))].join(
      ' · ',
    );
  if (data.users.length === 0 && search === '') return <Text role="status">{t('handOver.none')}</Text>;
  return (
    <PersonChoice
      label={t('handOver.choose')}
      searchLabel={t('handOver.search')}
      noMatch={t('handOver.noMatch')}
      moreText={t('handOver.more')}
      people={data.users.map((user) => ({ ...user, note: noteOf(user) }))}
      more={data.more}
      search={search}
      onSearch={setSearch}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
