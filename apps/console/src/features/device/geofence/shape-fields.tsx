import { Button, Checkbox, Input, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DrawingType, geofenceLimits, meetsItself } from '@varde/catalogue/geofences';
import type { Place } from '@varde/contract/devices';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { coordinatesIn, coordinateText } from './coordinates.ts';
import { offeredDrawings } from './geofence-control.ts';
import type { GeofenceEditorState } from './use-geofence-editor.ts';

interface ShapeFieldsProps {
  deviId: number;
  editor: Pick<GeofenceEditorState, 'change' | 'drawing' | 'chooseDrawing'>;
  values: GeofenceForm;
  place: Place | null;
}

/** The shape of a fence: drawn on the map, or typed. */
export function ShapeFields({ deviId, editor, values, place }: ShapeFieldsProps) {
  const { t } = useTranslation();
  const { change, drawing, chooseDrawing } = editor;
  const { data } = useQuery(apiQuery('listGeofenceIndoorLocations', { params: { deviId } }));
  const locations = data?.indoorLocations ?? [];
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
      {values.indoor && <Locations values={values} change={change} locations={locations} />}
      {values.polygon && <Corners values={values} change={change} />}
      {values.circle && <Circle values={values} change={change} place={place} />}
    </>
  );
}

type Shape = Pick<GeofenceForm, 'vertices' | 'radius'>;

interface TypedProps {
  values: Shape;
  change: (changed: Partial<Shape>) => void;
}

/** A circle, typed. */
export function Circle({ values, change, place }: TypedProps & Pick<ShapeFieldsProps, 'place'>) {
  const { t } = useTranslation();
  const centre = useTyped(values, (vertices) => vertices.length === 1, change);
  const { posLati: lat, posLong: lng } = place ?? { posLati: null, posLong: null };
  const { min, max } = geofenceLimits.radius;
  return (
    <>
      <TextInput
        label={t('geofence.centre')}
        description={t('geofence.centreHelp')}
        error={centre.isWrong && t('geofence.centreWrong')}
        value={centre.text}
        onChange={({ currentTarget }) => centre.onType(currentTarget.value)}
        onBlur={centre.onLeave}
      />
      {lat !== null && lng !== null && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCurrentLocation size={16} aria-hidden />}
          onClick={() => centre.onType(coordinateText({ lat, lng }))}
        >
          {t('geofence.usePosition')}
        </Button>
      )}
      <NumberInput
        label={t('geofence.radius')}
        suffix=" m"
        min={min}
        max={max}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        value={values.radius}
        onChange={(radius) => typeof radius === 'number' && change({ radius })}
      />
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

/** The corners of a polygon, typed. */
export function Corners({ values, change }: TypedProps) {
  const { t } = useTranslation();
  const { min, max } = geofenceLimits.vertices;
  const corners = useTyped(values, ({ length }) => length >= min && length <= max, change);
  return (
    <Textarea
      label={t('geofence.corners')}
      description={t('geofence.cornersHelp')}
      error={
        (corners.isWrong && t('geofence.cornersWrong', { min, max })) ||
        (meetsItself(values.vertices) && t('geofence.cornersMeet'))
      }
      autosize
      minRows={3}
      maxRows={10}
      value={corners.text}
      onChange={({ currentTarget }) => corners.onType(currentTarget.value)}
      onBlur={corners.onLeave}
    />
  );
}

/** Coordinates as text, a pair on each line. What is typed stays as it is until the field is left, then as it is stored. */
function useTyped(
  { vertices }: Shape,
  isEnough: (vertices: Shape['vertices']) => boolean,
  change: TypedProps['change'],
) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = vertices.map(coordinateText).join('\n');
  const meant = typed === null ? null : coordinatesIn(typed);
  const isWrong = typed !== null && typed.trim() !== '' && (meant === null || !isEnough(meant));
  const isSame = meant !== null && meant.map(coordinateText).join('\n') === shown;
  return {
    text: typed !== null && (isWrong || isSame) ? typed : shown,
    isWrong,
    onType(text: string) {
      setTyped(text);
      const read = coordinatesIn(text);
      if (read !== null && isEnough(read)) change({ vertices: read });
    },
    onLeave: () => !isWrong && setTyped(null),
  };
}
