import { isPin } from '@varde/contract/event-setup-form';
import type { PinRefusal, SharedAlarm } from '@varde/contract/sharing';
import { type ReactNode, useState } from 'react';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import type { SharedTexts } from './shared-texts.ts';

interface PinProps {
  /** Null: the receiver has none. */
  pin: NonNullable<SharedAlarm['receipt']>['pin'];
  /** What became of the last one. */
  refused: PinRefusal | null;
  texts: SharedTexts;
}

interface Pin {
  /** Where it is typed; null: there is none. */
  field: ReactNode;
  /** Does what the PIN protects, with the PIN, or at once where there is none; nothing while it is missing. */
  withPin(act: (entered: { pin?: string }) => void): void;
}

/** The PIN of a receiver, typed anew for each thing that needs it. */
export function usePin({ pin, refused, texts }: PinProps): Pin {
  const words = texts.receipt.pin;
  const [typed, setTyped] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  if (pin === null) return { field: null, withPin: (act) => act({}) };
  const wrong = words[pin.triesLeft === 1 ? 'wrong_one' : 'wrong_other'];
  const fault = isMissing || refused === 'needed' ? words.needed : refused === 'wrong' ? wrong : null;
  const field = (
    <>
      {fault && (
        <PublicAlert key={`${fault} ${pin.triesLeft}`} kind="error">
          {fault.replace('{{count}}', String(pin.triesLeft))}
        </PublicAlert>
      )}
      <PublicField
        label={words.label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={typed}
        aria-invalid={fault !== null || undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </>
  );
  const withPin: Pin['withPin'] = (act) => {
    const digits = typed.replaceAll(/\D/g, '');
    setIsMissing(!isPin(digits));
    if (!isPin(digits)) return;
    setTyped('');
    act({ pin: digits });
  };
  return { field, withPin };
}
