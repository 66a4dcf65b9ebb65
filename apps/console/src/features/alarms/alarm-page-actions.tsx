import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHandStop, IconPhone, IconRotate } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareButton } from '#domain/alarms/share-button.tsx';
import { callLink } from '#domain/device/call-link.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import styles from './history-page.module.css';
import { ReopenButton } from './reopen-button.tsx';
import { useAlarmActions } from './use-alarm-actions.tsx';
import { useHandlerWords } from './use-handler-words.ts';

/** Who has an alarm, and all that the user may do with it, on its own page. */
export function AlarmPageActions({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { claim, claimLabel, release, handOver, reset, busy, failure } = useAlarmActions(alarm);
  const handler = useHandlerWords(alarm);
  const phone = alarm.formattedPhoneNumE164;
  const actions = useRef<HTMLFieldSetElement>(null);
  useKeptFocus(actions);
  const perform = {
    claim: { text: claimLabel, icon: IconHandStop, perform: claim },
    release: { text: t('alarms.release'), icon: IconArrowBackUp, perform: release },
    handOver: { text: t('alarms.handOver'), icon: IconArrowForwardUp, perform: handOver },
    reset: { text: t('alarms.reset'), icon: IconRotate, perform: reset },
  };
  const offered = (['claim', 'release', 'handOver', 'reset'] as const).filter((ability) =>
    alarm.abilities.includes(ability),
  );
  return (
    <fieldset ref={actions} tabIndex={-1} className={styles.actions} aria-label={t('alarms.handling')}>
      <span className={styles.handler}>{handler}</span>
      {phone && alarm.state !== 'reset' && (
        <Button
          size="xs"
          variant="default"
          component="a"
          href={callLink(phone)}
          leftSection={<IconPhone size={16} aria-hidden />}
        >
          {t('alarms.call', { phone })}
        </Button>
      )}
      {offered.map((ability) => {
        const { text, icon: Icon, perform: act } = perform[ability];
        return (
          <Button
            key={ability}
            size="xs"
            variant={ability === 'claim' ? 'filled' : 'default'}
            leftSection={<Icon size={16} aria-hidden />}
            aria-busy={busy}
            onClick={() => void act()}
          >
            {text}
          </Button>
        );
      })}
      {alarm.abilities.includes('share') && <ShareButton alarm={alarm} name={alarm.deviceName} />}
      <ReopenButton alarm={alarm} />
      {failure && <span role="alert">{failure}</span>}
    </fieldset>
  );
}
