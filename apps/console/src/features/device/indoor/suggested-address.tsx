import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAddress } from '#domain/device/use-address.ts';
import type { Pin } from '#kit/map/pin-map.ts';

interface SuggestedAddressProps {
  deviId: number;
  pin: Pin;
  onUse: (address: string) => void;
}

/** The address where the marker is, as far as it is known. */
export function SuggestedAddress({ deviId, pin, onUse }: SuggestedAddressProps) {
  const { t } = useTranslation();
  const unknown = { inloId: null, dekmId: null, address: null, addressLookupDone: false };
  const address = useAddress({ deviId, posLati: pin.lat, posLong: pin.lng, ...unknown });
  return address === null ? null : (
    <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => onUse(address)}>
      {t('address.use', { address })}
    </Button>
  );
}
