import { IconUser } from '@tabler/icons-react';
import { firstRoutes } from '@varde/contract/first-routes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { urlOf } from '#data/api/call.ts';
import { BlurredImage } from '#kit/blurred-image.tsx';
import styles from './user-image.module.css';

interface UserImageProps {
  deviId: number;
  /** Version of the image; null without an image. */
  version: number | null;
}

/** `/ajax/file/userimage/{deviId}/?{version}`, with the selected roles. */
function addressOf(deviId: number, version: number): string {
  const address = urlOf(firstRoutes.getUserImage, { params: { deviId } });
  return `${address}${address.includes('?') ? '&' : '?'}${version}`;
}

/**
 * The image of a device's wearer, blurred until it is clicked. A person's icon without an image or when it cannot
 * be loaded.
 */
export function UserImage({ deviId, version }: UserImageProps) {
  const { t } = useTranslation();
  const address = version === null ? null : addressOf(deviId, version);
  const [failed, setFailed] = useState<string | null>(null);
  if (address === null || failed === address) {
    return (
      <span className={styles.none} role="img" aria-label={t('deviceHeader.noUserImage')}>
        <IconUser size={64} aria-hidden />
      </span>
    );
  }
  const names = { reveal: t('deviceHeader.revealUserImage'), hide: t('deviceHeader.hideUserImage') };
  return <BlurredImage src={address} names={names} blur={18} onError={() => setFailed(address)} />;
}
