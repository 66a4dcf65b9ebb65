import 'react-easy-crop/react-easy-crop.css';
import { Slider, Stack, Text } from '@mantine/core';
import { maxUserImageSide } from '@varde/catalogue/image-types';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { drawSquare, middleOf, type Square } from './fit-image.ts';
import styles from './info-tab.module.css';

/**
 * Asks which square of an image is used. Resolves to it as JPEG in base64, or to undefined when the user cancels.
 * Rejects an image that the browser cannot decode.
 */
export async function askForSquare(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file);
  const square = await openDialog<Square>({
    title: i18next.t('deviceInfo.image.cropTitle'),
    content: (close) => <CropForm file={file} middle={middleOf(image)} onDone={close} />,
  });
  const drawn = square && drawSquare(image, square, maxUserImageSide);
  image.close();
  return drawn;
}

interface CropFormProps {
  file: Blob;
  /** The choice before the user moves the image. */
  middle: Square;
  onDone: (square?: Square) => void;
}

const maxZoom = 4;

function CropForm({ file, middle, onDone }: CropFormProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string>();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState(middle);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <Stack>
      <Text size="sm">{t('deviceInfo.image.cropHelp')}</Text>
      <div className={styles.crop}>
        {address !== undefined && (
          <Cropper
            image={address}
            crop={place}
            zoom={zoom}
            maxZoom={maxZoom}
            aspect={1}
            keyboardStep={10}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': t('deviceInfo.image.cropArea') }}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropComplete={(_, { x, y, width }) => setSquare({ x, y, side: width })}
          />
        )}
      </div>
      <Slider
        label={null}
        thumbLabel={t('deviceInfo.image.zoom')}
        min={1}
        max={maxZoom}
        step={0.1}
        value={zoom}
        onChange={setZoom}
      />
      <DialogButtons onCancel={() => onDone()} onProceed={() => onDone(square)}>
        {t('deviceInfo.image.use')}
      </DialogButtons>
    </Stack>
  );
}
