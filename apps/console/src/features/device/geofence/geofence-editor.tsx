import { Alert, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { geofenceLimits } from '@varde/catalogue/geofences';
import type { DeviceDetail, Place } from '@varde/contract/devices';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import type { Geofence } from '@varde/contract/geofences';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { ChangedElsewhere } from '#domain/geofence/changed-elsewhere.tsx';
import { HoursFields } from '#domain/geofence/hours-fields.tsx';
import danger from '#kit/actions/danger.module.css';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { Toggle } from '#kit/form/toggle.tsx';
import { SteadyLabel } from '#kit/steady/steady-label.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { CallField } from './call-field.tsx';
import styles from './geofence-tab.module.css';
import { ShapeFields } from './shape-fields.tsx';
import { ShareFields } from './share-fields.tsx';
import type { GeofenceEditorState } from './use-geofence-editor.ts';

interface GeofenceEditorProps {
  device: DeviceDetail;
  editor: GeofenceEditorState;
  values: GeofenceForm;
  /** Where the device is, if the user may see it. */
  place: Place | null;
  /** A provider of calls is set up. */
  canCall: boolean;
}

/** The fields of one fence. */
export function GeofenceEditor({ device, editor, values, place, canCall }: GeofenceEditorProps) {
  const { t } = useTranslation();
  const title = useId();
  const { opened, isGone, change, mayEdit, state, heading } = editor;
  return (
    <form
      className={styles.editor}
      aria-labelledby={title}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={blockEnter}
    >
      <Group justify="space-between" wrap="nowrap">
        <h2 id={title} className={styles.title} ref={heading} tabIndex={-1}>
          {state === 'NEW' ? t('geofence.new') : opened?.name}
        </h2>
        {state === 'EDIT' && (
          <CloseButton className={styles.close} aria-label={t('geofence.close')} onClick={() => void editor.close()} />
        )}
      </Group>
      {!mayEdit && !isGone && <Text size="sm">{t('geofence.notEditable')}</Text>}
      <fieldset className={styles.fields} disabled={!mayEdit}>
        <TextInput
          label={t('geofence.name')}
          maxLength={geofenceLimits.nameLength}
          value={values.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Toggle
          label={t('geofence.enabled')}
          checked={values.enabled}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />
        <ShapeFields key={values.id} deviId={device.deviId} editor={editor} values={values} place={place} />
        <HoursFields values={values} change={change} />
        <CallField values={values} change={change} canCall={canCall} />
        {!values.indoor && (
          <ShareFields deviId={device.deviId} existing={opened?.sharedCustId ?? null} values={values} change={change} />
        )}
      </fieldset>
      {editor.fence && <Distance fence={editor.fence} />}
      <Footer editor={editor} values={values} />
    </form>
  );
}

/** Enter in a field does not save (specification 2, section 5). */
function blockEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Stays in view while the fields are scrolled, with what the user must know before pressing its buttons. */
function Footer({ editor, values }: Pick<GeofenceEditorProps, 'editor' | 'values'>) {
  const { t } = useTranslation();
  const { opened, isGone, state, store, maySave, mayEdit, conflicts } = editor;
  return (
    <footer className={styles.foot}>
      {isGone && (
        <Alert color="yellow" role="alert" className={styles.gone}>
          {t(mayEdit ? 'geofence.gone' : 'geofence.goneShared', { name: opened?.name })}
        </Alert>
      )}
      {conflicts.length > 0 && (
        <ChangedElsewhere
          by={opened?.changedBy ?? null}
          what={conflicts.map((part) => t(`geofence.parts.${part}`))}
          onTake={editor.discard}
          onInsist={editor.insist}
        />
      )}
      <Group gap="xs">
        <SteadyButton
          disabled={!maySave || !mayEdit}
          loading={store.busy}
          onClick={() => void store.save(values, opened?.rev ?? 0)}
        >
          {/* As wide once the fence is gone: nobody who wants to delete it saves it instead. */}
          <SteadyLabel
            label={t(isGone ? 'geofence.saveAsNew' : 'common.save')}
            others={state === 'EDIT' ? [t('geofence.saveAsNew')] : []}
          />
        </SteadyButton>
        {state === 'EDIT' && opened && (
          <SteadyButton
            variant="default"
            className={danger.danger}
            disabled={!mayEdit || isGone || store.busy}
            onClick={() => void store.remove(opened)}
          >
            {t('geofence.delete')}
          </SteadyButton>
        )}
      </Group>
      <Failure text={store.failure} />
    </footer>
  );
}

/** How far the device is from the border; nothing for users who may not see where it is. */
function Distance({ fence: { id, deviId } }: { fence: Geofence }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(apiQuery('getGeofenceDistance', { params: { deviId, geofenceId: id } }));
  if (!data || data.distance === null || data.posTime === null) return null;
  const { distance, posTime } = data;
  return (
    <Text size="sm" c="dimmed">
      {t(distance > 0 ? 'geofence.distanceOutside' : 'geofence.distanceInside', {
        metres: formats.number(Math.abs(distance)),
        time: formats.short(posTime, Date.now()),
      })}
    </Text>
  );
}
