import { Button, Checkbox, Group, SegmentedControl, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { geofenceLimits } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaOf, blankFence, outdoorArea } from '#domain/geofence/fence-form.ts';
import { HoursFields } from '#domain/geofence/hours-fields.tsx';
import { Circle, Corners } from '#domain/geofence/typed-shape.tsx';
import danger from '#kit/actions/danger.module.css';
import { Toggle } from '#kit/form/toggle.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import styles from './default-fence-list.module.css';

const DefaultFenceMap = lazyPart(
  async () => (await withDevicePageTexts(() => import('./default-fence-map.tsx'))).DefaultFenceMap,
  NotLoaded,
  <Skeleton className={styles.map} />,
);

interface ListProps {
  geofences: readonly GeofenceForm[];
  fixed: boolean;
  onChange: (geofences: GeofenceForm[]) => void;
}

/** The standard fences of a customer, with a map; one of them is open. */
export function DefaultFenceList({ geofences, fixed, onChange }: ListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const fence = open === null ? undefined : geofences[open];
  const change = (changed: Partial<GeofenceForm>) =>
    onChange(geofences.map((one, index) => (index === open ? { ...one, ...changed } : one)));
  const isUndrawn = fence !== undefined && fence.vertices.length === 0;
  return (
    <div className={styles.panel}>
      {geofences.length === 0 && <p>{t('geofence.defaults.none')}</p>}
      <ul className={styles.list}>
        {geofences.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fences that are not stored have no other identity
          <li key={index}>
            <UnstyledButton
              className={styles.fence}
              aria-expanded={index === open}
              onClick={() => setOpen(index === open ? null : index)}
            >
              {`${one.name} · ${t(one.enabled ? 'geofence.on' : 'geofence.off')}`}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {!fixed && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={geofences.length >= geofenceLimits.fences}
            onClick={() => {
              onChange([...geofences, blankFence(geofences)]);
              setOpen(geofences.length);
            }}
          >
            {t('geofence.new')}
          </Button>
        </Group>
      )}
      {fence && (
        <DefaultFenceFields
          key={open}
          fence={fence}
          fixed={fixed}
          change={change}
          onRemove={() => {
            onChange(geofences.filter((_, index) => index !== open));
            setOpen(null);
          }}
        />
      )}
      {geofences.length > 0 && (
        <DefaultFenceMap
          geofences={geofences}
          open={open}
          drawing={fence && isUndrawn && !fixed ? (fence.polygon ? 'polygon' : 'circle') : 'none'}
          onDrawn={(shape) => change({ ...areaOf(shape), enabled: true })}
        />
      )}
    </div>
  );
}

interface FieldsProps {
  fence: GeofenceForm;
  fixed: boolean;
  change: (changed: Partial<GeofenceForm>) => void;
  onRemove: () => void;
}

function DefaultFenceFields({ fence, fixed, change, onRemove }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.fields} disabled={fixed} aria-label={fence.name}>
      <TextInput
        label={t('geofence.name')}
        maxLength={geofenceLimits.nameLength}
        value={fence.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Toggle
        label={t('geofence.enabled')}
        checked={fence.enabled}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <SegmentedControl
        aria-label={t('geofence.draw')}
        value={fence.polygon ? 'polygon' : 'circle'}
        data={(['circle', 'polygon'] as const).map((value) => ({ value, label: t(`geofence.drawing.${value}`) }))}
        onChange={(chosen) => change(outdoorArea(chosen === 'polygon'))}
      />
      {fence.polygon ? (
        <Corners values={fence} change={change} />
      ) : (
        <Circle values={fence} change={change} place={null} />
      )}
      <HoursFields values={fence} change={change} />
      <Checkbox
        label={t('geofence.alertByCall')}
        description={t('geofence.alertByCallHelp')}
        checked={fence.alertByCall}
        onChange={({ currentTarget }) => change({ alertByCall: currentTarget.checked })}
      />
      <Group>
        <Button size="xs" variant="default" className={danger.danger} onClick={onRemove}>
          {t('geofence.defaults.remove')}
        </Button>
      </Group>
    </fieldset>
  );
}
