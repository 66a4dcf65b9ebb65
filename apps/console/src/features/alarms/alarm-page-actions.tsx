import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHandStop, IconPhone, IconRotate } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareButton } from '#domain/alarms/share-button.tsx';
import { callLink } from '#domain/device/call-link.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import styles from './history-page.module.css';
import { ReopenButton } from './reopen-button.tsx';
import { useAlarmActions } from './use-alarm-actions.tsx';
import { useHandlerWords } from './use-handler-words.ts';

/**
 * Who has an alarm, and all that the user may do with it, on its own page: the number to call and what comes next, which stay
 * in sight on a phone, and the rest.
 */
export function AlarmPageActions({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { claim, claimLabel, release, handOver, reset, busy, failure } = useAlarmActions(alarm);
  const handler = useHandlerWords(alarm);
  const phone = alarm.formattedPhoneNumE164;
  const perform = {
    claim: { text: claimLabel, icon: IconHandStop, perform: claim },
    release: { text: t('alarms.release'), icon: IconArrowBackUp, perform: release },
    handOver: { text: t('alarms.handOver'), icon: IconArrowForwardUp, perform: handOver },
    reset: { text: t('alarms.reset'), icon: IconRotate, perform: reset },
  };
  const offered = (['claim', 'release', 'handOver', 'reset'] as const).filter((ability) =>
    alarm.abilities.includes(ability),
  );
  const next = nextOf(alarm);
  const others = offered.filter((ability) => ability !== next);
  const hasOthers = others.length > 0 || alarm.abilities.some((ability) => ability === 'share' || ability === 'reopen');
  const button = (ability: keyof typeof perform) => {
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
  };
  return (
    <div className={styles.handling}>
      <Actions label={t('alarms.handling')} isNext>
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
        {next && button(next)}
        {failure && <span role="alert">{failure}</span>}
      </Actions>
      {hasOthers && (
        <Actions label={t('alarmHistory.otherActions')}>
          {others.map(button)}
          {alarm.abilities.includes('share') && <ShareButton alarm={alarm} name={alarm.deviceName} />}
          <ReopenButton alarm={alarm} />
        </Actions>
      )}
    </div>
  );
}

/** To take the alarm; once somebody has, to end it. */
const nextOf = ({ state, abilities }: Alarm) =>
  abilities.includes('claim')
    ? ('claim' as const)
    : state === 'claimed' && abilities.includes('reset')
      ? ('reset' as const)
      : null;

interface ActionsProps {
  label: string;
  isNext?: boolean;
  children: ReactNode;
}

/** Buttons that change with the alarm, among which the focus stays. */
function Actions({ label, isNext, children }: ActionsProps) {
  const actions = useRef<HTMLFieldSetElement>(null);
  useKeptFocus(actions);
  return (
    <fieldset ref={actions} tabIndex={-1} className={styles.actions} aria-label={label} data-next={isNext || undefined}>
      {children}
    </fieldset>
  );
}
