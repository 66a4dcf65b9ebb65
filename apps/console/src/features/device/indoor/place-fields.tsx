import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import type { DeviceDetail } from '@varde/contract/devices';
import { indoorLengths } from '@varde/contract/indoor-location-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressSearch } from '#domain/map/address-search.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { type LocationDraft, latLngOf, pinOf, typedLatLng } from './location-draft.ts';
import { SuggestedAddress } from './suggested-address.tsx';

/** The map library is fetched only for pages with a map. */
const PinOnMap = lazyPart(
  async () => (await import('#domain/map/pin-on-map.tsx')).PinOnMap,
  NotLoaded,
  <Skeleton height={320} />,
);

interface PlaceFieldsProps {
  draft: LocationDraft;
  device: DeviceDetail;
  /** Null: it is only shown. */
  onChange: ((fields: Partial<LocationDraft>) => void) | null;
}

/** Where a location is: on the map, as coordinates, and as an address. */
export function PlaceFields({ draft: { latLng, name, address }, device, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const { deviId, posLati: lat, posLong: lng } = device;
  const pin = pinOf(latLng);
  const ofDevice = lat !== null && lng !== null ? { lat, lng } : null;
  return (
    <Stack gap="sm">
      {onChange && <Text size="sm">{t('indoor.map.help')}</Text>}
      {onChange && (
        <AddressSearch
          deviId={deviId}
          placed={`${latLng} ${address}`}
          onFound={({ address: found, place }) => onChange({ latLng: latLngOf(place), address: found })}
        />
      )}
      <PinOnMap
        label={t('indoor.map.label', { name: name || t('indoor.map.unnamed') })}
        markerLabel={t(onChange ? 'indoor.map.marker' : 'indoor.map.markerOnly')}
        pin={pin}
        near={ofDevice}
        onMoved={onChange && ((pin) => onChange({ latLng: latLngOf(pin) }))}
      />
      <Group align="flex-start">
        <Coordinates latLng={latLng} onChange={onChange} />
        {onChange && ofDevice && (
          <Button
            variant="default"
            mt={24}
            leftSection={<IconCurrentLocation size={16} aria-hidden />}
            onClick={() => onChange({ latLng: latLngOf(ofDevice) })}
          >
            {t('indoor.map.ofDevice')}
          </Button>
        )}
      </Group>
      <TextInput
        maw={420}
        label={t('indoor.map.address')}
        value={address}
        maxLength={indoorLengths.address}
        readOnly={onChange === null}
        onChange={({ currentTarget: { value } }) => onChange?.({ address: value })}
      />
      {onChange && pin && address === '' && (
        <SuggestedAddress deviId={deviId} pin={pin} onUse={(found) => onChange({ address: found })} />
      )}
    </Stack>
  );
}

interface CoordinatesProps {
  latLng: string;
  onChange: PlaceFieldsProps['onChange'];
}

/** Coordinates as text: they count when the field is left. What is typed is dropped for another place. */
function Coordinates({ latLng, onChange }: CoordinatesProps) {
  const { t } = useTranslation();
  const shown = latLng.replace(',', ', ');
  const [typed, setTyped] = useState({ text: shown, of: latLng, isInvalid: false });
  const { text, isInvalid } = typed.of === latLng ? typed : { text: shown, isInvalid: false };

  function take(): void {
    const read = text.trim() === shown ? latLng : typedLatLng(text);
    setTyped({ text: read === null ? text : shown, of: latLng, isInvalid: read === null });
    if (read !== null && read !== latLng) onChange?.({ latLng: read });
  }
  return (
    <TextInput
      w={300}
      label={t('indoor.map.coordinates')}
      description={t('indoor.map.coordinatesHelp')}
      value={text}
      readOnly={onChange === null}
      error={isInvalid && t('indoor.map.invalid')}
      onChange={({ currentTarget: { value } }) => setTyped({ text: value, of: latLng, isInvalid })}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}
