import { Checkbox, Stack } from '@mantine/core';
import type { EventSetup } from '@varde/contract/event-setup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Household = EventSetup['household'];

/**
 * For which other devices of the household a list is saved: those that have the same one, unless the user chooses otherwise.
 * Who has chosen a device has chosen to replace the list that it had then, and no later one.
 */
export function useHousehold(household: Household) {
  /** The `rev` of the list that is to be replaced; null: none is. */
  const [chosen, setChosen] = useState<Readonly<Record<number, number | null>>>({});
  const isChosen = ({ deviId, rev, isSame }: Household[number]) => {
    const replaced = chosen[deviId];
    return replaced === undefined ? isSame : replaced === rev;
  };
  return {
    isChosen,
    choose: ({ deviId, rev }: Household[number], isOn: boolean) =>
      setChosen({ ...chosen, [deviId]: isOn ? rev : null }),
    alsoFor: household.filter(isChosen).map(({ deviId, rev }) => ({ deviId, rev })),
    forget: () => setChosen({}),
  };
}

interface HouseholdChoiceProps extends Pick<ReturnType<typeof useHousehold>, 'isChosen' | 'choose'> {
  household: Household;
}

/** Asks whether a list that has been changed is that of other devices of the household too. */
export function HouseholdChoice({ household, isChosen, choose }: HouseholdChoiceProps) {
  const { t } = useTranslation();
  if (household.length === 0) return null;
  return (
    <Checkbox.Group label={t('eventSetup.household.also')} value={household.filter(isChosen).map(keyOf)}>
      <Stack gap={8} mt={6}>
        {household.map((device) => (
          <Checkbox
            key={device.deviId}
            value={keyOf(device)}
            label={device.deviceName}
            description={t(`eventSetup.household.${stateOf(device)}`)}
            onChange={({ currentTarget }) => choose(device, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const keyOf = ({ deviId }: Household[number]) => String(deviId);
const stateOf = ({ isSame, rev }: Household[number]) => (isSame ? 'same' : rev > 0 ? 'replaced' : 'inherited');

/** That the own list of a device is also that of others. */
export function SharedBy({ household }: { household: Household }) {
  const { t, i18n } = useTranslation();
  const names = household.flatMap(({ isSame, rev, deviceName }) => (isSame && rev > 0 ? [deviceName] : []));
  if (names.length === 0) return null;
  return <p>{t('eventSetup.household.shared', { names: new Intl.ListFormat(i18n.language).format(names) })}</p>;
}
