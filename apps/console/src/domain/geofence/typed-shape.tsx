import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { geofenceLimits, meetsItself } from '@varde/catalogue/geofences';
import type { Place } from '@varde/contract/devices';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinatesIn, coordinateText } from './coordinates.ts';

type Shape = Pick<GeofenceForm, 'vertices' | 'radius'>;

interface TypedProps {
  values: Shape;
  change: (changed: Partial<Shape>) => void;
}

/** A circle, typed. */
export function Circle({ values, change, place }: TypedProps & { place: Place | null }) {
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
