import { Group, NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { alarmCentreForm } from '@varde/contract/alarm-centre-form';
import type { Customer } from '@varde/contract/customers';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useRecordForm } from '#domain/errors/use-record-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { Toggle } from '#kit/form/toggle.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';

interface AlarmCentreFormProps {
  custId: number;
  centre: NonNullable<Customer['centre']>;
}

/** What an alarm centre says about itself. */
export function AlarmCentreForm({ custId, centre }: AlarmCentreFormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const params = { custId };
  const { values, change, errors, failure, onSubmit, buttons } = useRecordForm({
    of: `alarm-centre-${custId}`,
    stored: centre,
    schema: alarmCentreForm,
    save: (body) => call('saveAlarmCentre', { params, body }),
    onSaved: (saved) => {
      cache.setQueryData(apiQuery('getCustomer', { params }).queryKey, saved);
      void cache.invalidateQueries({ queryKey: queryKey('listAlarmCentres') });
      notifyDone(t('customers.centre.saved'));
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-centre">
        <h3 id="customer-centre" className={styles.sectionTitle}>
          {t('customers.centre.title')}
        </h3>
        <Toggle
          label={t('customers.centre.takesAlarms')}
          description={t('customers.centre.takesAlarmsHelp')}
          checked={values.takesAlarms}
          onChange={(event) => change({ takesAlarms: event.currentTarget.checked })}
        />
        <NumberInput
          label={t('customers.centre.answerSeconds')}
          description={t('customers.centre.answerSecondsHelp')}
          suffix={` ${t('customers.centre.seconds')}`}
          min={30}
          max={900}
          allowDecimal={false}
          value={values.answerSeconds}
          error={errors.answerSeconds && t('customers.centre.answerSecondsWrong')}
          onChange={(seconds) => change({ answerSeconds: Number(seconds) })}
        />
        <TextInput
          label={t('customers.centre.orderUrl')}
          description={t('customers.centre.orderUrlHelp')}
          type="url"
          maxLength={500}
          value={values.orderUrl ?? ''}
          error={errors.orderUrl && t('customers.centre.orderUrlWrong')}
          onChange={(event) => change({ orderUrl: event.currentTarget.value || null })}
        />
        <Failure text={failure} />
        <Group gap="xs" justify="flex-end">
          <SaveButtons {...buttons} />
        </Group>
      </section>
    </form>
  );
}
