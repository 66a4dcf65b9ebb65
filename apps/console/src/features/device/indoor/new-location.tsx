import { Button, Group, Stack } from '@mantine/core';
import type { DeviceDetail } from '@varde/contract/devices';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '#data/use-draft.ts';
import type { ActionPath } from '#kit/actions/action.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { blankLocation, hasChanged, isValid, withScanned } from './location-draft.ts';
import { PlaceFields } from './place-fields.tsx';
import { PointFields } from './point-fields.tsx';
import { ScanStep } from './scan-step.tsx';
import { useIndoorScan } from './use-indoor-scan.ts';
import { useSaveLocation } from './use-save-location.ts';

interface NewLocationProps {
  device: DeviceDetail;
  /** The address of the tab that has the locations. */
  base: ActionPath;
  /** The name that was typed so far. */
  onName: (name: string) => void;
}

/** The way to a new location: scan, place on the map, name and reference points, save. */
export function NewLocation({ device, base, onName }: NewLocationProps) {
  const { t } = useTranslation();
  const blank = blankLocation(device.deviId);
  const [draft, setDraft] = useDraft(`indoor-${device.deviId}-new`, blank);
  const [step, setStep] = useDraft<'scan' | 'map' | 'points'>(`indoor-${device.deviId}-step`, 'scan');
  const scan = useIndoorScan(device);
  const { save, open, busy, failure } = useSaveLocation(device.deviId, base);
  const changed = hasChanged(blank, draft);
  useUnsavedGuard(changed && !busy);
  const steps = useRef<HTMLDivElement>(null);
  useKeptFocus(steps);
  useEffect(() => onName(draft.name), [onName, draft.name]);
  useEffect(() => () => onName(''), [onName]);
  const change = (fields: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...fields }));

  async function onSave(): Promise<void> {
    const saved = await save(draft);
    if (saved !== undefined) open(saved.inloId);
  }
  function onScanned(): void {
    change({ indoorLocationDevices: withScanned(draft.indoorLocationDevices, scan.points) });
    setStep('map');
  }
  return (
    <Stack ref={steps} tabIndex={-1} role="group" aria-label={draft.name || t('indoor.add')}>
      {step === 'scan' && (
        <ScanStep device={device} scan={scan} next={{ text: t('indoor.scan.next'), onNext: onScanned }} />
      )}
      {step === 'map' && <PlaceFields draft={draft} device={device} onChange={change} />}
      {step === 'points' && <PointFields draft={draft} onChange={change} />}
      <Failure text={failure} />
      {step !== 'scan' && (
        <Group>
          <Button variant="default" onClick={() => setStep(step === 'map' ? 'scan' : 'map')}>
            {t('indoor.back')}
          </Button>
          {step === 'map' ? (
            <SteadyButton key="next" disabled={draft.latLng === ''} onClick={() => setStep('points')}>
              {t('indoor.map.next')}
            </SteadyButton>
          ) : (
            <SteadyButton
              key="save"
              disabled={!isValid(draft) || !changed}
              loading={busy}
              onClick={() => void onSave()}
            >
              {t('common.save')}
            </SteadyButton>
          )}
        </Group>
      )}
    </Stack>
  );
}
