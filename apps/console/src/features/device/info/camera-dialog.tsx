import { Stack, Text } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import styles from './info-tab.module.css';

/** Takes a picture with the camera of the computer. Resolves to it, or to undefined when the user cancels. */
export function takePicture(): Promise<Blob | undefined> {
  return openDialog<Blob>({
    title: i18next.t('deviceInfo.image.take'),
    content: (close) => <CameraForm onDone={close} />,
  });
}

function CameraForm({ onDone }: { onDone: (picture?: Blob) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'refused'>('starting');
  useEffect(() => openCamera(video.current, setState), []);

  async function shoot() {
    if (video.current === null) return;
    const picture = await pictureOf(video.current);
    if (picture !== null) onDone(picture);
  }
  return (
    <Stack>
      {state === 'refused' ? (
        <Text size="sm" role="alert">
          {t('deviceInfo.image.noCamera')}
        </Text>
      ) : (
        <video
          ref={video}
          className={styles.video}
          aria-label={t('deviceInfo.image.video')}
          autoPlay
          muted
          playsInline
        />
      )}
      <DialogButtons disabled={state !== 'ready'} onCancel={() => onDone()} onProceed={() => void shoot()}>
        {t('deviceInfo.image.shoot')}
      </DialogButtons>
    </Stack>
  );
}

/** Shows the camera until the returned function turns it off. */
function openCamera(video: HTMLVideoElement | null, onState: (state: 'ready' | 'refused') => void): () => void {
  let stream: MediaStream | undefined;
  let closed = false;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  navigator.mediaDevices.getUserMedia({ video: true }).then(
    (opened) => {
      stream = opened;
      if (closed) return stop();
      if (video !== null) video.srcObject = opened;
      onState('ready');
    },
    () => {
      if (!closed) onState('refused');
    },
  );
  return () => {
    closed = true;
    stop();
  };
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}
