import { Button, FileButton, Group } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { userImageTypes } from '@varde/catalogue/image-types';
import type { DeviceDetail } from '@varde/contract/devices';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { UserImage } from '#domain/device/user-image.tsx';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import styles from '../tab/sections.module.css';
import { CameraButton } from './camera-button.tsx';
import { useDeviceChange } from './use-device-change.ts';

/** The image of the wearer, for users who see the device's information. */
export function ImageSection({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviId, abilities, userImageVersion } = device;
  return (
    <section className={styles.section} aria-labelledby="user-image">
      <h2 id="user-image" className={styles.title}>
        {t('deviceInfo.image.title')}
      </h2>
      <UserImage deviId={deviId} version={userImageVersion} />
      {abilities.includes('editInfo') && <ImageButtons device={device} />}
    </section>
  );
}

function ImageButtons({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { change, busy, errors, failure } = useDeviceChange(device);
  const { deviId, deviceName, userImageVersion } = device;
  const [fault, setFault] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const forgetChosen = useRef<() => void>(null);
  const params = { deviId };

  async function upload(picture: Blob | null | undefined) {
    if (!picture) return;
    forgetChosen.current?.(); // the browser reports no second choice of the same file
    if (!userImageTypes.some((type) => type === picture.type)) return setFault(t('deviceInfo.image.fault'));
    setOpening(true);
    const dialog = await import('./crop-dialog.tsx').catch(() => null); // its library is loaded with the first picture
    setOpening(false);
    if (dialog === null) return setFault(t('common.partFailed'));
    const file = await dialog.askForSquare(picture).catch(() => null);
    setFault(file === null ? t('deviceInfo.image.fault') : null);
    if (file) await change(() => call('saveUserImage', { params, body: { file } }));
  }
  async function remove() {
    const sure = await confirm({
      title: t('deviceInfo.image.removeTitle'),
      body: t('deviceInfo.image.removeBody', { name: deviceName }),
      cancel: t('common.cancel'),
      proceed: t('deviceInfo.image.remove'),
      destructive: true,
    });
    if (sure) await change(() => call('removeUserImage', { params }));
  }
  return (
    <Group gap="xs" mt="sm">
      <FileButton accept={userImageTypes.join()} resetRef={forgetChosen} onChange={(file) => void upload(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<IconPhoto size={16} aria-hidden />}
            disabled={busy || opening}
          >
            {t('deviceInfo.image.choose')}
          </Button>
        )}
      </FileButton>
      <CameraButton
        disabled={busy || opening}
        onPicture={(picture) => void upload(picture)}
        onFailed={() => setFault(t('common.partFailed'))}
      />
      {userImageVersion !== null && (
        <Button variant="default" className={danger.danger} size="xs" disabled={busy} onClick={() => void remove()}>
          {t('deviceInfo.image.remove')}
        </Button>
      )}
      <Failure text={fault ?? errors.file ?? failure} />
    </Group>
  );
}
