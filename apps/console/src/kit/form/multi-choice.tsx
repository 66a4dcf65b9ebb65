import { Checkbox, Stack } from '@mantine/core';
import { ChoiceField } from './choice-field.tsx';
import { useChosenText } from './chosen-text.ts';
import { type Option, optionLabel } from './option.ts';

interface MultiChoiceProps<Value extends string> {
  label: string;
  /** Text without a choice. */
  none: string;
  choices: readonly Option<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Several choices of a few, in a list that opens below the field. */
export function MultiChoice<Value extends string>(props: MultiChoiceProps<Value>) {
  const { label, none, choices, chosen, onChange } = props;
  const taken = choices.filter(({ value }) => chosen.includes(value));
  const shown = useChosenText(taken.map(optionLabel), none);
  return (
    <ChoiceField label={label} shown={shown}>
      <Stack gap={10}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={optionLabel(choice)}
            checked={chosen.includes(choice.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen, choice.value]
                  : chosen.filter((each) => each !== choice.value),
              )
            }
          />
        ))}
      </Stack>
    </ChoiceField>
  );
}
