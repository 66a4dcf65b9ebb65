import type { Access } from '@varde/contract/access';
import type { TFunction } from 'i18next';

/** The reason why a right is granted or denied, as a sentence. */
export function accessReason(t: TFunction, { reason, role, heldAt, saidBy }: Access): string {
  return t(`users.access.reasons.${reason}`, {
    role: role === null ? '' : t(`catalogue.roles.${role}`),
    place: placeName(t, heldAt),
    by: placeName(t, saidBy),
  });
}

function placeName(t: TFunction, place: Access['heldAt']): string {
  if (place === null) return '';
  if (place === 'everywhere') return t('users.access.everywhere');
  return place === 'elsewhere' ? t('users.access.elsewhere') : place.firmName;
}
