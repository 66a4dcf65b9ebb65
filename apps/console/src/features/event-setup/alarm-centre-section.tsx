import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeviceCentre } from '@varde/contract/alarm-centre';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './alarm-centre-section.module.css';

/** The alarm centre of a device, which comes after everybody on its list. */
export function AlarmCentreSection({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const params = { deviId };
  const { data, error, refetch } = useQuery(apiQuery('getDefaultAhp', { params }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={120} />;
  return (
    <section className={styles.section} aria-labelledby="event-setup-centre">
      <h2 id="event-setup-centre" className={styles.title}>
        {t('eventSetup.alarmCentre.title')}
      </h2>
      <Present centre={data} />
      {data.mayEdit && <CentreForm deviId={deviId} centre={data} />}
      <OrderLink deviId={deviId} />
    </section>
  );
}

/** Who gets the alarms, and whether that is the default. */
function Present({ centre: { ahp, defaultAhp } }: { centre: DeviceCentre }) {
  const { t } = useTranslation();
  if (ahp?.takesAlarms === false)
    return (
      <Alert color="yellow" role="alert">
        {t('eventSetup.alarmCentre.closed', { name: ahp.firmName })}
      </Alert>
    );
  const isUsual = (ahp?.custId ?? null) === (defaultAhp?.custId ?? null);
  return (
    <div>
      <p className={styles.text}>
        {ahp ? t('eventSetup.alarmCentre.takes', { name: ahp.firmName }) : t('eventSetup.alarmCentre.noneHelp')}
      </p>
      {ahp && <p className={styles.dim}>{t(`eventSetup.alarmCentre.${isUsual ? 'usual' : 'own'}`)}</p>}
    </div>
  );
}

function CentreForm({ deviId, centre }: { deviId: number; centre: DeviceCentre }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const cache = useQueryClient();
  const params = { deviId };
  const { ahp, defaultAhp, centres } = centre;
  const stored = ahp?.custId ?? null;
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const value = chosen === undefined ? stored : chosen;
  const dirty = value !== stored;
  useUnsavedGuard(dirty && !busy);

  async function save(ahpId: number | null) {
    const saved = await submit(() => call('setAhp', { params, body: { ahpId } }));
    if (saved === undefined) return;
    setChosen(undefined);
    cache.setQueryData(apiQuery('getDefaultAhp', { params }).queryKey, saved);
    for (const { queryKey } of [
      apiQuery('getEventSetupCapabilities', { params }),
      apiQuery('getAhpPrivateLink', { params }),
      deviceQuery(deviId),
    ])
      void cache.invalidateQueries({ queryKey });
    notifyDone(
      saved.ahp ? t('eventSetup.alarmCentre.saved', { name: saved.ahp.firmName }) : t('eventSetup.alarmCentre.removed'),
    );
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void save(value);
  }
  const nameOf = ({ custId, firmName }: DeviceCentre['centres'][number]) =>
    custId === defaultAhp?.custId ? t('eventSetup.alarmCentre.usualOption', { name: firmName }) : firmName;
  // A centre that takes no alarms any more is shown as long as the device has it.
  const shown = centres.some(({ custId }) => custId === stored) || ahp === null ? centres : [...centres, ahp];
  const usual = defaultAhp?.takesAlarms && defaultAhp.custId !== stored ? defaultAhp : null;
  return (
    <form onSubmit={onSubmit} className={styles.form} noValidate>
      <NativeSelect
        className={styles.choice}
        label={t('eventSetup.alarmCentre.choose')}
        value={value ?? ''}
        error={errors.ahpId}
        data={[
          { value: '', label: t('eventSetup.alarmCentre.none') },
          ...shown.map((each) => ({ value: String(each.custId), label: nameOf(each) })),
        ]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value ? Number(currentTarget.value) : null)}
      />
      <Group gap="xs">
        {dirty && (
          <>
            <Button variant="default" onClick={() => setChosen(undefined)}>
              {t('common.cancel')}
            </Button>
            <SteadyButton type="submit" loading={busy}>
              {t('common.save')}
            </SteadyButton>
          </>
        )}
        {!dirty && usual && (
          <SteadyButton variant="default" loading={busy} onClick={() => void save(usual.custId)}>
            {t('eventSetup.alarmCentre.back', { name: usual.firmName })}
          </SteadyButton>
        )}
      </Group>
      <Failure text={failure} />
    </form>
  );
}

/** For a private customer, who orders the service from the alarm centre. */
function OrderLink({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const link = useQuery(apiQuery('getAhpPrivateLink', { params: { deviId } })).data?.link;
  if (!link) return null;
  return (
    <div className={styles.order}>
      <span className={styles.dim}>{t('eventSetup.alarmCentre.orderHelp')}</span>
      <Button
        component="a"
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('eventSetup.alarmCentre.order', { name: link.firmName })}
      </Button>
    </div>
  );
}
