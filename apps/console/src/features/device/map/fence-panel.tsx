import { Button, Checkbox, Group, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { ChangedElsewhere } from '#domain/geofence/changed-elsewhere.tsx';
import { isDrawn } from '#domain/geofence/fence-form.ts';
import { Circle, Corners } from '#domain/geofence/typed-shape.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { DefaultsNote } from '../geofence/defaults-note.tsx';
import { formOf, type ListedGeofence } from '../geofence/geofence-control.ts';
import { FenceIcon, stateText } from '../geofence/geofence-list.tsx';
import geofenceStyles from '../geofence/geofence-tab.module.css';
import { useFenceStore } from '../geofence/use-fence-store.ts';
import styles from './fence-panel.module.css';
import type { MapFences } from './use-map-fences.ts';

interface FencePanelProps {
  device: DeviceDetail;
  fences: MapFences;
}

/** The fences on the map as a list: a pressed one is selected, and can be moved on the map, or by its fields here. */
export function FencePanel({ device, fences: { fences, isFenced, shared, ...editing } }: FencePanelProps) {
  const { t } = useTranslation();
  if (!isFenced) return null;
  const newFence = {
    ...{ deviId: String(device.deviId), dehaId: String(device.dehaId) },
    ...{ tab: 'geofence', part: 'new', item: undefined },
  };
  return (
    <section className={styles.panel} aria-label={t('geofence.title')}>
      <DefaultsNote fences={fences} />
      <ul className={styles.list}>
        {fences.map((fence) => (
          <li key={fence.id} className={styles.item}>
            <UnstyledButton
              className={geofenceStyles.fence}
              aria-expanded={fence.inEdit}
              aria-current={fence.inEdit ? 'true' : undefined}
              onClick={() => editing.toggle(fence.id)}
            >
              <FenceIcon {...fence} />
              <span>{fence.name}</span>
              <span className={geofenceStyles.dim}>{stateText(t, fence)}</span>
            </UnstyledButton>
            {fence.inEdit && <SelectedFence fence={fence} editing={editing} device={device} />}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {editing.mayAdd && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}" params={newFence} />
            )}
          >
            {t('geofence.new')}
          </Button>
        )}
        <Checkbox
          label={t('geofence.showShared')}
          checked={shared.shown}
          onChange={({ currentTarget }) => shared.show(currentTarget.checked)}
        />
      </Group>
      {shared.fences && (
        <p className={geofenceStyles.dim}>
          {shared.fences.length === 0
            ? t('geofence.noneShared')
            : t('geofence.sharedOnMap', { names: shared.fences.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </section>
  );
}

interface SelectedFenceProps {
  fence: ListedGeofence;
  editing: Pick<MapFences, 'shapeOf' | 'change' | 'reset' | 'settle' | 'isChangedElsewhere' | 'insist'>;
  device: DeviceDetail;
}

/** The area of a selected fence: typed here or moved on the map, then saved, or reset to what is stored. */
function SelectedFence({ fence, editing, device }: SelectedFenceProps) {
  const { t } = useTranslation();
  const values = editing.shapeOf(fence);
  const store = useFenceStore(device.deviId, (saved) => {
    if (saved !== null) editing.settle(saved, values);
  });
  const isChangedElsewhere = !store.busy && editing.isChangedElsewhere(fence);
  const change = (changed: Parameters<typeof editing.change>[1]) => editing.change(fence, changed);
  if (fence.indoor) return <Text size="sm">{t('geofence.indoorOnMap')}</Text>;
  if (!fence.editEnabled) return <Text size="sm">{t('geofence.notEditable')}</Text>;
  return (
    <fieldset className={geofenceStyles.fields} aria-label={fence.name}>
      <Text size="sm" c="var(--varde-text-dim)">
        {t('geofence.moveHelp')}
      </Text>
      {fence.polygon ? (
        <Corners values={values} change={change} />
      ) : (
        <Circle values={values} change={change} place={device} />
      )}
      {isChangedElsewhere && (
        <ChangedElsewhere
          by={fence.changedBy}
          what={[t('geofence.parts.area')]}
          onTake={() => editing.reset(fence.id)}
          onInsist={() => editing.insist(fence)}
        />
      )}
      <Group gap="xs">
        <SteadyButton
          size="xs"
          disabled={!fence.verticesChanged || isChangedElsewhere || !isDrawn({ ...fence, ...values })}
          loading={store.busy}
          onClick={() => void store.save({ ...formOf(fence), ...values }, fence.rev)}
        >
          {t('common.save')}
        </SteadyButton>
        <SteadyButton
          size="xs"
          variant="default"
          disabled={!fence.verticesChanged || store.busy}
          onClick={() => editing.reset(fence.id)}
        >
          {t('geofence.reset')}
        </SteadyButton>
      </Group>
      <Failure text={store.failure} />
    </fieldset>
  );
}
