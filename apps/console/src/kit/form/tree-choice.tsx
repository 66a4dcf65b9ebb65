import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronRight, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from './choice-field.tsx';
import styles from './tree-choice.module.css';

/** An option of a tree (specification 1, section 3). */
export interface TreeOption {
  key: string;
  name: string;
  checked: boolean;
  children: readonly TreeOption[];
  /** It cannot be chosen now. */
  disabled: boolean;
  /** It stays as it is, for this user. */
  locked: boolean;
  showChildren: boolean;
}

interface TreeProps {
  options: readonly TreeOption[];
  onCheck: (option: TreeOption, checked: boolean) => void;
  onShowChildren: (option: TreeOption, shown: boolean) => void;
}

/** Choices in branches, in a list that opens below the field. */
export function TreeChoice({ label, shown, ...tree }: TreeProps & { label: string; shown: string }) {
  return (
    <ChoiceField label={label} shown={shown}>
      <Branch {...tree} />
    </ChoiceField>
  );
}

function Branch({ id, options, ...tree }: TreeProps & { id?: string }) {
  return (
    <ul {...(id === undefined ? {} : { id })} className={styles.branch}>
      {options.map((option) => (
        <OptionOfTree key={option.key} option={option} {...tree} />
      ))}
    </ul>
  );
}

const hasChecked = ({ checked, children }: TreeOption): boolean => checked || children.some(hasChecked);

function OptionOfTree({ option, onCheck, onShowChildren }: Omit<TreeProps, 'options'> & { option: TreeOption }) {
  const { t } = useTranslation();
  const id = useId();
  const { name, checked, children, disabled, locked, showChildren } = option;
  return (
    <li>
      <div className={styles.option}>
        {children.length > 0 && (
          <ActionIcon
            variant="subtle"
            aria-label={t(showChildren ? 'common.hideBranch' : 'common.showBranch', { name })}
            aria-expanded={showChildren}
            {...(showChildren ? { 'aria-controls': id } : {})}
            onClick={() => onShowChildren(option, !showChildren)}
          >
            <IconChevronRight size={16} aria-hidden className={styles.chevron} data-open={showChildren} />
          </ActionIcon>
        )}
        <Checkbox
          label={name}
          checked={checked}
          indeterminate={!checked && hasChecked(option)}
          disabled={disabled || locked}
          onChange={(event) => onCheck(option, event.currentTarget.checked)}
        />
        {locked && <IconLock size={14} role="img" aria-label={t('common.lockedChoice')} />}
      </div>
      {showChildren && children.length > 0 && (
        <Branch id={id} options={children} onCheck={onCheck} onShowChildren={onShowChildren} />
      )}
    </li>
  );
}
