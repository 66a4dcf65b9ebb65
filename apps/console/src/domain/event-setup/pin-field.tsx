import { Button, Group, TextInput } from '@mantine/core';
import { longestPin } from '@varde/contract/event-setup-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReceiver } from './draft-receiver.ts';
import styles from './event-setup.module.css';

interface PinFieldProps {
  /** As it was when the dialog opened. */
  stored: DraftReceiver;
  receiver: DraftReceiver;
  fault: string | false;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** The PIN with which a receiver takes an alarm. One that is set is replaced or removed, never shown. */
export function PinField({ stored, receiver: { pin, hasPin }, fault, onChange }: PinFieldProps) {
  const { t } = useTranslation();
  const [typing, setTyping] = useState(false);
  const had = { pin: stored.pin, hasPin: stored.hasPin };
  const keep = (
    <Button
      variant="default"
      size="xs"
      onClick={() => {
        setTyping(false);
        onChange(had);
      }}
    >
      {t(stored.hasPin ? 'eventSetup.pin.keep' : 'common.cancel')}
    </Button>
  );
  if (typing)
    return (
      <>
        <TextInput
          label={t('eventSetup.pin.label')}
          description={t('eventSetup.pin.help')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          maxLength={longestPin}
          value={pin ?? ''}
          error={fault}
          onChange={({ currentTarget: { value } }) => onChange({ pin: value, hasPin: true })}
        />
        <Group>{keep}</Group>
      </>
    );
  const change = (
    <Button
      variant="default"
      size="xs"
      onClick={() => {
        setTyping(true);
        onChange({ pin: '', hasPin: true });
      }}
    >
      {t(`eventSetup.pin.${hasPin ? 'change' : 'set'}`)}
    </Button>
  );
  const isRemoved = stored.hasPin && !hasPin;
  return (
    <div>
      {(hasPin || isRemoved) && (
        <p className={styles.dim} role="status">
          {t(`eventSetup.pin.${isRemoved ? 'willGo' : pin ? 'willBe' : 'isSet'}`)}
        </p>
      )}
      <Group gap="xs">
        {change}
        {hasPin && (
          <Button variant="default" size="xs" onClick={() => onChange({ pin: null, hasPin: false })}>
            {t('eventSetup.pin.remove')}
          </Button>
        )}
        {isRemoved && keep}
      </Group>
    </div>
  );
}
