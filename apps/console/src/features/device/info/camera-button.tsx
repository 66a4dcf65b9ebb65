import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CameraButtonProps {
  disabled: boolean;
  onPicture: (picture: Blob | null | undefined) => void;
  /** The code of the camera could not be loaded. */
  onFailed: () => void;
}

/** Takes a picture: on a phone with its own camera app, elsewhere in a dialog. Absent without a camera. */
export function CameraButton({ disabled, onPicture, onFailed }: CameraButtonProps) {
  const { t } = useTranslation();
  const hasCamera = useHasCamera();
  const forgetTaken = useRef<() => void>(null);
  if (!hasCamera) return null;
  const look = {
    variant: 'default',
    size: 'xs',
    disabled,
    leftSection: <IconCamera size={16} aria-hidden />,
  };
  if (matchMedia('(pointer: coarse)').matches)
    return (
      <FileButton
        accept="image/jpeg,image/png"
        capture="user"
        resetRef={forgetTaken}
        onChange={(picture) => {
          forgetTaken.current?.();
          onPicture(picture);
        }}
      >
        {(props) => (
          <Button {...props} {...look}>
            {t('deviceInfo.image.take')}
          </Button>
        )}
      </FileButton>
    );
  const take = async () => {
    const dialog = await import('./camera-dialog.tsx').catch(() => null);
    if (dialog === null) onFailed();
    else onPicture(await dialog.takePicture());
  };
  return (
    <Button {...look} onClick={() => void take()}>
      {t('deviceInfo.image.take')}
    </Button>
  );
}

/** Whether the browser has a camera, which it tells only a page that came over HTTPS. */
function useHasCamera(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    // Absent over plain HTTP, whatever the types say.
    const media: MediaDevices | undefined = navigator.mediaDevices;
    media?.enumerateDevices().then(
      (devices) => setHas(devices.some(({ kind }) => kind === 'videoinput')),
      () => setHas(false),
    );
  }, []);
  return has;
}
