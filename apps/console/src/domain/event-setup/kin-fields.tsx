import { Checkbox, Stack } from '@mantine/core';
import { type KinRight, kinRights } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { kinText } from './channel-texts.ts';
import type { DraftReceiver } from './draft-receiver.ts';
import styles from './event-setup.module.css';

interface KinFieldsProps {
  /** The rights that the user may give and take; the others stay. */
  may: readonly KinRight[];
  receiver: DraftReceiver;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** Whether a receiver is a next of kin, and what the link of a message then allows. */
export function KinFields({ may, receiver: { nextOfKin = null }, onChange }: KinFieldsProps) {
  const { t } = useTranslation();
  const kept = (nextOfKin ?? []).filter((right) => !may.includes(right));
  return (
    <>
      <Checkbox
        label={t('eventSetup.kin.mark')}
        description={t('eventSetup.kin.help')}
        checked={nextOfKin !== null}
        disabled={kept.length > 0}
        onChange={({ currentTarget: { checked } }) => onChange({ nextOfKin: checked ? [] : null })}
      />
      {nextOfKin !== null && may.length > 0 && (
        <Checkbox.Group
          label={t('eventSetup.kin.rights')}
          value={[...nextOfKin]}
          onChange={(values) =>
            onChange({
              nextOfKin: kinRights.filter((right) =>
                may.includes(right) ? values.includes(right) : kept.includes(right),
              ),
            })
          }
        >
          <Stack gap={8} mt={6}>
            {may.map((right) => (
              <Checkbox
                key={right}
                value={right}
                label={t(`eventSetup.kin.names.${right}`)}
                description={t(`eventSetup.kin.helps.${right}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {kept.length > 0 && <p className={styles.dim}>{t('eventSetup.kin.keeps', { rights: kinText(t, kept) })}</p>}
    </>
  );
}
