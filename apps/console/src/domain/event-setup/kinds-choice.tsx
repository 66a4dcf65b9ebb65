import { type AlarmKind, emergencyKinds } from '@varde/catalogue/alarm-kinds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenText } from '#kit/form/chosen-text.ts';
import { TreeChoice, type TreeOption } from '#kit/form/tree-choice.tsx';

const branches = {
  emergency: (kind: AlarmKind) => emergencyKinds.includes(kind),
  byTheHour: (kind: AlarmKind) => !emergencyKinds.includes(kind),
};
type BranchKey = keyof typeof branches;

interface KindsChoiceProps {
  offered: readonly AlarmKind[];
  /** Empty: all alarms. */
  chosen: readonly AlarmKind[];
  onChange: (chosen: AlarmKind[]) => void;
}

/** Of which alarms a receiver is told, those to which no hours apply apart from the others. */
export function KindsChoice({ offered, chosen, onChange }: KindsChoiceProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<readonly string[]>(['emergency']);
  const nameOf = (kind: AlarmKind) => t(`catalogue.messageTypes.${kind}`);
  const ofBranch = (key: BranchKey) => offered.filter(branches[key]);
  const optionOf = (kind: AlarmKind): TreeOption => ({
    ...{ key: kind, name: nameOf(kind), checked: chosen.includes(kind), children: [] },
    ...{ disabled: false, locked: false, showChildren: false },
  });
  const options = (['emergency', 'byTheHour'] as const).flatMap((key): TreeOption[] => {
    const children = ofBranch(key).map(optionOf);
    const branch = { key, name: t(`eventSetup.branches.${key}`), children };
    const state = { disabled: false, locked: false, showChildren: open.includes(key) };
    return children.length === 0 ? [] : [{ ...branch, ...state, checked: children.every(({ checked }) => checked) }];
  });
  const kindsIn = ({ key }: TreeOption): readonly AlarmKind[] =>
    key === 'emergency' || key === 'byTheHour' ? ofBranch(key) : offered.filter((kind) => kind === key);
  return (
    <TreeChoice
      label={t('eventSetup.events')}
      shown={useChosenText(offered.filter((kind) => chosen.includes(kind)).map(nameOf), t('eventSetup.allEvents'))}
      options={options}
      onCheck={(option, checked) => {
        const others = chosen.filter((kind) => !kindsIn(option).includes(kind));
        onChange(checked ? [...others, ...kindsIn(option)] : others);
      }}
      onShowChildren={({ key }, shown) =>
        setOpen((before) => (shown ? [...before, key] : before.filter((each) => each !== key)))
      }
    />
  );
}
