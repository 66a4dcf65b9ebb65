import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconList, IconMap2, IconTrash } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import type { IndoorLocation } from '@varde/contract/indoor-locations';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '#data/use-draft.ts';
import type { ActionPath } from '#kit/actions/action.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { draftOf, hasChanged, isValid, type LocationDraft, withScanned } from './location-draft.ts';
import { NameField } from './name-field.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PointFields } from './point-fields.tsx';
import { ScanStep } from './scan-step.tsx';
import { ShareFields } from './share-fields.tsx';
import { useIndoorScan } from './use-indoor-scan.ts';
import { useSaveLocation } from './use-save-location.ts';

interface LocationPanelProps {
  device: DeviceDetail;
  location: IndoorLocation;
  /** Somebody else has deleted it: what was changed can be saved as a new one. */
  isGone: boolean;
  base: ActionPath;
  /** Called with the location while it has changes that are not saved, else with null. */
  onEdited: (location: IndoorLocation | null) => void;
}

/** A stored location: its name and edit menu, its place on the map or its reference points. Without `edit` it is only shown. */
export function LocationPanel({ device, location, isGone, base, onEdited }: LocationPanelProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<'menu' | 'map' | 'points'>('menu');
  const [changes, setChanges] = useDraft<Partial<LocationDraft>>(`indoor-${location.inloId}`, {});
  const { save, remove, open, busy, failure } = useSaveLocation(device.deviId, base);
  const stored = draftOf(location);
  // With the revision that was read when the first change was made: a later one of somebody else is not overwritten.
  const draft = { ...stored, ...changes };
  const changed = hasChanged(stored, draft);
  const mayEdit = location.abilities.includes('edit');
  useUnsavedGuard(changed && !busy);
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel);
  useEffect(() => onEdited(changed ? location : null), [onEdited, changed, location]);
  useEffect(() => () => onEdited(null), [onEdited]);
  const change = (fields: Partial<LocationDraft>) =>
    setChanges((before) => ({ rev: stored.rev, ...before, ...fields }));
  const onChange = mayEdit ? change : null;

  async function onSave(): Promise<void> {
    const saved = isGone ? await save({ ...draft, inloId: 0, rev: 0 }) : await save(draft, stored);
    if (saved === undefined) return;
    if (isGone) open(saved.inloId);
    else setChanges({});
  }
  async function onRemove(): Promise<void> {
    if (await remove(location)) setChanges({});
  }
  return (
    <Stack ref={panel} tabIndex={-1} role="group" aria-label={location.name}>
      {isGone && (
        <Alert color="yellow" role="alert">
          {t('indoor.gone', { name: location.name })}
        </Alert>
      )}
      {mode === 'menu' && mayEdit && <NameField name={draft.name} onChange={change} />}
      {mode === 'menu' && (
        <EditMenu
          location={location}
          onOpen={setMode}
          onRemove={location.abilities.includes('remove') && !isGone ? onRemove : null}
        />
      )}
      {mode === 'menu' && location.abilities.includes('share') && (
        <ShareFields device={device} draft={draft} onChange={change} />
      )}
      {mode === 'map' && <PlaceFields draft={draft} device={device} onChange={onChange} />}
      {mode === 'points' && <PointFields draft={draft} onChange={onChange} />}
      {mode === 'points' && mayEdit && <MorePoints device={device} draft={draft} onChange={change} />}
      <Failure text={failure} />
      <Group>
        {mode !== 'menu' && (
          <Button variant="default" onClick={() => setMode('menu')}>
            {t('indoor.back')}
          </Button>
        )}
        {mayEdit && (
          <>
            <SteadyButton variant="default" disabled={!changed} onClick={() => setChanges({})}>
              {t('common.cancel')}
            </SteadyButton>
            <SteadyButton disabled={!changed || !isValid(draft)} loading={busy} onClick={() => void onSave()}>
              {t(isGone ? 'indoor.saveAsNew' : 'common.save')}
            </SteadyButton>
          </>
        )}
      </Group>
    </Stack>
  );
}

interface EditMenuProps {
  location: IndoorLocation;
  onOpen: (mode: 'map' | 'points') => void;
  /** Null: the caller may not, or it is shared. */
  onRemove: (() => Promise<void>) | null;
}

function EditMenu({ location: { abilities, name, hasGeofence }, onOpen, onRemove }: EditMenuProps) {
  const { t } = useTranslation();
  const look = abilities.includes('edit') ? 'open' : 'view';

  async function askAndRemove(): Promise<void> {
    const yes = await confirm({
      title: t('indoor.remove.name'),
      body: t(hasGeofence ? 'indoor.remove.geofence' : 'indoor.remove.body', { name }),
      cancel: t('common.cancel'),
      proceed: t('indoor.remove.proceed'),
      destructive: true,
    });
    if (yes) await onRemove?.();
  }
  return (
    <Group>
      <Button variant="default" leftSection={<IconList size={16} aria-hidden />} onClick={() => onOpen('points')}>
        {t(`indoor.points.${look}`)}
      </Button>
      <Button variant="default" leftSection={<IconMap2 size={16} aria-hidden />} onClick={() => onOpen('map')}>
        {t(`indoor.map.${look}`)}
      </Button>
      {onRemove !== null && (
        <Button
          variant="default"
          className={danger.danger}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void askAndRemove()}
        >
          {t('indoor.remove.name')}
        </Button>
      )}
    </Group>
  );
}

interface MorePointsProps {
  device: DeviceDetail;
  draft: LocationDraft;
  onChange: (fields: Partial<LocationDraft>) => void;
}

/** Another scan, whose new access points join the reference points. */
function MorePoints({ device, draft: { indoorLocationDevices }, onChange }: MorePointsProps) {
  const { t } = useTranslation();
  const scan = useIndoorScan(device);
  const onNext = () => {
    onChange({ indoorLocationDevices: withScanned(indoorLocationDevices, scan.points) });
    scan.stop();
  };
  return <ScanStep device={device} scan={scan} next={{ text: t('common.add'), onNext }} />;
}
