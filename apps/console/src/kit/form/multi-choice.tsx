import { Button, Checkbox, Input, Popover, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './multi-choice.module.css';

/** Choices beyond this number are counted instead of named (specification 1, section 9). */
const named = 2;

interface Choice<Value extends string> {
  value: Value;
  text: string;
}

interface MultiChoiceProps<Value extends string> {
  label: string;
  /** Text without a choice. */
  none: string;
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

/** Several choices of a few, in a list that opens below the field. */
export function MultiChoice<Value extends string>(props: MultiChoiceProps<Value>) {
  const { label, none, choices, chosen, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const taken = choices.filter(({ value }) => chosen.includes(value));
  const texts = taken.map(({ text }) => text).join(', ');
  const shown = taken.length > named ? t('common.chosenCount', { count: taken.length }) : texts || none;
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }}>
      <div>
        <Popover position="bottom-start" trapFocus>
          <Popover.Target>
            <Button
              variant="default"
              fw={400}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-labelledby={`${id}-label ${id}`}
            >
              <span id={id}>{shown}</span>
            </Button>
          </Popover.Target>
          <Popover.Dropdown className={styles.dropdown} aria-labelledby={`${id}-label`}>
            <Stack gap={10}>
              {choices.map(({ value, text }) => (
                <Checkbox
                  key={value}
                  label={text}
                  checked={chosen.includes(value)}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked
                        ? [...chosen, value]
                        : chosen.filter((each) => each !== value),
                    )
                  }
                />
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </div>
    </Input.Wrapper>
  );
}
