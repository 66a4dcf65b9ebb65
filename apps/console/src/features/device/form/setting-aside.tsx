import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingState } from '@varde/contract/settings';
import { ChangedField } from './changed-field.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { Deviation, type DeviationProps } from './deviation.tsx';
import type { useSettingsDraft } from './use-settings-draft.ts';

interface SettingAsideProps extends Pick<DeviationProps, 'onSend' | 'onKeep'> {
  definition: KnownSetting;
  state: SettingState | undefined;
  draft: ReturnType<typeof useSettingsDraft>;
  /** A save is under way. */
  busy: boolean;
}

/** What is beside a field: who else has changed it, how far its value has come, and what the device has instead. */
export function SettingAside({ definition, state, draft, busy, ...decide }: SettingAsideProps) {
  const { key } = definition;
  const changed = draft.elsewhere.find((each) => each.definition.key === key);
  return (
    <>
      {changed && (
        <ChangedField {...{ changed, state }} onTake={() => draft.drop(key)} onInsist={() => draft.insist(key)} />
      )}
      <DeliveryState definition={definition} state={state} />
      {state?.deviates && <Deviation {...{ definition, state, ...decide }} busy={busy || key in draft.changed} />}
    </>
  );
}
