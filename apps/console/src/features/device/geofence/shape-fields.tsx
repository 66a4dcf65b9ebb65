import { Checkbox, Input, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DrawingType, geofenceDefaults, posPathOf } from '@varde/catalogue/geofences';
import type { Place } from '@varde/contract/devices';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { rounded } from '#domain/geofence/coordinates.ts';
import { Circle, Corners } from '#domain/geofence/typed-shape.tsx';
import { AddressSearch } from '#domain/map/address-search.tsx';
import { offeredDrawings } from './geofence-control.ts';
import type { GeofenceEditorState } from './use-geofence-editor.ts';

interface ShapeFieldsProps {
  deviId: number;
  editor: Pick<GeofenceEditorState, 'change' | 'drawing' | 'chooseDrawing' | 'onFound'>;
  values: GeofenceForm;
  place: Place | null;
}

/** The shape of a fence: drawn on the map, or typed. */
export function ShapeFields({ deviId, editor, values, place }: ShapeFieldsProps) {
  const { t } = useTranslation();
  const { change, drawing, chooseDrawing, onFound } = editor;
  const { data } = useQuery(apiQuery('listGeofenceIndoorLocations', { params: { deviId } }));
  const locations = data?.indoorLocations ?? [];
  const radius = values.circle ? values.radius : geofenceDefaults.radius;
  return (
    <>
      <Input.Wrapper
        label={t('geofence.draw')}
        description={t(`geofence.drawHelp.${drawing}`)}
        descriptionProps={{ mt: 6 }}
        labelElement="div"
      >
        <SegmentedControl
          fullWidth
          aria-label={t('geofence.draw')}
          value={drawing}
          data={offeredDrawings(locations.length).map((value) => ({
            value,
            label: t(`geofence.drawing.${value}`),
          }))}
          onChange={(chosen) => chooseDrawing(chosen as DrawingType)}
        />
      </Input.Wrapper>
      {!values.indoor && (
        <AddressSearch
          deviId={deviId}
          placed={`${drawing} ${values.radius} ${posPathOf(values.vertices)}`}
          onFound={({ place: centre }) => onFound({ circle: true, centre: rounded(centre), radius })}
        />
      )}
      {values.indoor && <Locations values={values} change={change} locations={locations} />}
      {values.polygon && <Corners values={values} change={change} />}
      {values.circle && <Circle values={values} change={change} place={place} />}
    </>
  );
}

function Locations({
  values,
  change,
  locations,
}: Pick<ShapeFieldsProps, 'values'> & {
  change: (changed: Partial<GeofenceForm>) => void;
  locations: readonly { inloId: number; name: string }[];
}) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('geofence.locations')}
      description={t('geofence.locationsHelp')}
      value={values.inloIds.map(String)}
      onChange={(chosen) => change({ inloIds: chosen.map(Number) })}
    >
      {locations.map(({ inloId, name }) => (
        <Checkbox key={inloId} mt="xs" value={String(inloId)} label={name} />
      ))}
    </Checkbox.Group>
  );
}
