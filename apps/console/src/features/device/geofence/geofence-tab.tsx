import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconCopyPlus, IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { geofenceLimits } from '@varde/catalogue/geofences';
import { callAlert } from '@varde/catalogue/settings/geofence';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { missingText } from '#domain/event-setup/channel-texts.ts';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { Part } from '#kit/state/part.tsx';
import { SettingsTab } from '../form/settings-tab.tsx';
import type { TabProps } from '../tab/tab-props.ts';
import { DefaultsNote } from './defaults-note.tsx';
import { FenceMapPanel } from './fence-map-panel.tsx';
import { type ListedGeofence, listed } from './geofence-control.ts';
import { GeofenceEditor } from './geofence-editor.tsx';
import { GeofenceList } from './geofence-list.tsx';
import styles from './geofence-tab.module.css';
import { ReuseList } from './reuse-list.tsx';
import { useFreshPlaces } from './use-fresh-places.ts';
import { type GeofenceEditorState, useGeofenceEditor } from './use-geofence-editor.ts';

/** How often the place of the device is asked for again (specification 2, section 9). */
const lookAgainMs = 20_000;

/** The geofences of a device: list and editor on the left, a map on the right; on a narrow screen it is between them. */
export function GeofenceTab({ device, tab, part }: TabProps) {
  const { t } = useTranslation();
  useFreshPlaces(device);
  const editor = useGeofenceEditor(device, part);
  const { data, error, refetch, state, values } = editor;
  const input = { params: { deviId: device.deviId } };
  const mayLocate = data?.abilities.includes('map') ?? false;
  const { data: place } = useQuery({
    ...apiQuery('getGeofencePosition', input),
    enabled: mayLocate,
    refetchInterval: lookAgainMs,
  });
  if (!data) return <LoadState error={error} onRetry={refetch} height={360} />;
  const canCall = !data.unavailable.includes('call');
  return (
    <div className={styles.tab}>
      <div className={styles.columns}>
        <section className={styles.left} aria-label={t('geofence.title')}>
          <div className={styles.choice} ref={editor.choice} tabIndex={-1}>
            <DefaultsNote fences={editor.fences} />
            {device.disablePositioning && <PositioningOff device={device} />}
            <Controls editor={editor} mayAdd={data.abilities.includes('add')} />
            {state === 'REUSE' ? (
              <ReuseList deviId={device.deviId} onChoose={(fence) => void editor.reuse(fence)} />
            ) : (
              <GeofenceList fences={listOf(editor)} onChoose={(id) => void editor.open(id)} />
            )}
          </div>
          {values && <GeofenceEditor {...{ device, editor, values, canCall }} place={place ?? null} />}
        </section>
        <Part>
          <FenceMapPanel device={device} editor={editor} place={place ?? null} mayLocate={mayLocate} />
        </Part>
      </div>
      <SettingsTab
        {...{ device, tab, part }}
        layout={canCall ? {} : { missing: { [callAlert.key]: missingText(t, 'call') } }}
      />
    </div>
  );
}

const listOf = ({ fences, fence, values }: GeofenceEditorState): ListedGeofence[] =>
  fences.map((one) => listed(one, one.id === fence?.id ? values : null));

/** Says that the fences do not work, and leads those who may to the setting that decides it. */
function PositioningOff({ device: { deviId, dehaId, tabs } }: Pick<TabProps, 'device'>) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" role="note" icon={<IconMapPinOff size={18} aria-hidden />}>
      {t('geofence.positioningOff')}{' '}
      {tabs.some(({ key }) => key === 'tracking') && (
        <Link
          className={styles.toSetting}
          to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}"
          params={{
            deviId: String(deviId),
            dehaId: String(dehaId),
            tab: 'tracking',
            part: undefined,
            item: undefined,
          }}
        >
          {t('geofence.toPositioning')}
        </Link>
      )}
    </Alert>
  );
}

/** The button that begins a new fence, and the ways back and to shared fences; Save is below the fields. */
function Controls({ editor, mayAdd }: { editor: GeofenceEditorState; mayAdd: boolean }) {
  const { t } = useTranslation();
  const { state, fences } = editor;
  const isFull = fences.length >= geofenceLimits.fences;
  if (!mayAdd) return null;
  return (
    <>
      <Group gap="xs">
        {(state === 'DEFAULT' || state === 'EDIT') && (
          <SteadyButton
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => void editor.startNew()}
          >
            {t('geofence.new')}
          </SteadyButton>
        )}
        {(state === 'NEW' || state === 'REUSE') && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => void editor.close()}
          >
            {t('geofence.back')}
          </Button>
        )}
        {(state === 'DEFAULT' || state === 'EDIT') && (
          <SteadyButton
            variant="default"
            leftSection={<IconCopyPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => void editor.startReuse()}
          >
            {t('geofence.reuse')}
          </SteadyButton>
        )}
      </Group>
      {isFull && (
        <Text size="sm" c="dimmed">
          {t('geofence.full', { count: geofenceLimits.fences })}
        </Text>
      )}
    </>
  );
}
