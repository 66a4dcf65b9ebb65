import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { barsOfMacSignal } from '@varde/catalogue/mac-signal';
import { indoorLengths, unknownStrength } from '@varde/contract/indoor-location-form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bars } from '#domain/status/bars.tsx';
import { isWholeMac, type PointDraft } from './location-draft.ts';
import styles from './point-fields.module.css';

interface PointRowProps {
  point: PointDraft;
  /** Another one above has the same address. */
  isTwice: boolean;
  /** Null: it is only shown. */
  onChange: ((fields: Partial<PointDraft>) => void) | null;
  onRemove: () => void;
}

/** A reference point: its name, its address, its type and how strongly it was heard. */
export function PointRow({ point, isTwice, onChange, onRemove }: PointRowProps) {
  const { t } = useTranslation();
  const { name, macAddress, type, add, signalStrength = unknownStrength } = point;
  const bars = barsOfMacSignal(signalStrength);
  return (
    <li className={styles.point}>
      {add && onChange ? (
        <TypedFields point={point} isTwice={isTwice} onChange={onChange} />
      ) : (
        <span className={styles.mac}>
          {macAddress}
          <span className={styles.kind}>
            {[t(`indoor.points.types.${type}`), ...(add ? [t('indoor.points.typed')] : [])].join(' · ')}
          </span>
        </span>
      )}
      <TextInput
        className={styles.name}
        aria-label={t('indoor.points.pointName', { mac: macAddress })}
        placeholder={onChange ? t('indoor.points.namePlaceholder') : ''}
        value={name}
        maxLength={indoorLengths.point}
        readOnly={onChange === null}
        onChange={({ currentTarget: { value } }) => onChange?.({ name: value })}
      />
      <span className={styles.signal}>
        {signalStrength > unknownStrength && <Bars bars={bars} text={t('common.signal', { bars })} />}
      </span>
      {onChange && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={
            macAddress === '' ? t('indoor.points.removeTyped') : t('indoor.points.remove', { mac: macAddress })
          }
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

type TypedFieldsProps = Pick<PointRowProps, 'point' | 'isTwice'> & {
  onChange: (fields: Partial<PointDraft>) => void;
};

/** The fields of a point that is entered by hand. */
function TypedFields({ point: { macAddress, type }, isTwice, onChange }: TypedFieldsProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(false);
  const fault = isTwice ? 'macTwice' : isWholeMac(macAddress) ? null : 'macInvalid';
  return (
    <span className={styles.typed}>
      <TextInput
        aria-label={t('indoor.points.mac')}
        placeholder="02:ad:24:49:ea:60"
        title={t('indoor.points.macHelp')}
        value={macAddress}
        maxLength={17}
        error={left && macAddress !== '' && fault && t(`indoor.points.${fault}`)}
        onChange={({ currentTarget: { value } }) => onChange({ macAddress: value })}
        onBlur={() => setLeft(true)}
      />
      <NativeSelect
        aria-label={t('indoor.points.type')}
        value={type}
        data={(['W', 'B'] as const).map((value) => ({ value, label: t(`indoor.points.types.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ type: value === 'B' ? 'B' : 'W' })}
      />
    </span>
  );
}
