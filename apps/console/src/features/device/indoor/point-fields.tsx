import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { mostReferencePoints } from '@varde/contract/indoor-location-form';
import { useTranslation } from 'react-i18next';
import { type LocationDraft, type PointDraft, typedPoint } from './location-draft.ts';
import { NameField } from './name-field.tsx';
import styles from './point-fields.module.css';
import { PointRow } from './point-row.tsx';

interface PointFieldsProps {
  draft: LocationDraft;
  /** Null: they are only shown. */
  onChange: ((fields: Partial<LocationDraft>) => void) | null;
}

/** The name of a location and its reference points. */
export function PointFields({ draft: { name, indoorLocationDevices: points }, onChange }: PointFieldsProps) {
  const { t } = useTranslation();
  const put = (indoorLocationDevices: PointDraft[]) => onChange?.({ indoorLocationDevices });
  const changeAt = (at: number, fields: Partial<PointDraft>) =>
    put(points.map((point, index) => (index === at ? { ...point, ...fields } : point)));
  const macs = points.map(({ macAddress }) => macAddress.trim().toLowerCase());
  return (
    <Stack gap="sm">
      <NameField name={name} onChange={onChange} />
      <Title order={2} size="h5">
        {t('indoor.points.list')}
      </Title>
      {points.length === 0 && <Text size="sm">{t('indoor.points.none')}</Text>}
      <ul className={styles.list} aria-label={t('indoor.points.list')}>
        {points.map((point, at) => (
          <PointRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the address is typed, and a row has no other name
            key={at}
            point={point}
            isTwice={macs.indexOf(macs[at] ?? '') !== at}
            onChange={onChange && ((fields) => changeAt(at, fields))}
            onRemove={() => put(points.filter((_, index) => index !== at))}
          />
        ))}
      </ul>
      {onChange && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={points.length >= mostReferencePoints}
          onClick={() => put([...points, typedPoint])}
        >
          {t('indoor.points.add')}
        </Button>
      )}
    </Stack>
  );
}
