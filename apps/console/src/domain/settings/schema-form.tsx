import type {
  SettingCondition,
  SettingDefinition,
  SettingGroup,
  SettingValue,
  SettingValues,
} from '@varde/catalogue/settings/types';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './schema-form.module.css';
import { SettingField } from './setting-field.tsx';
import { groupText } from './setting-texts.ts';

interface SchemaFormProps<D extends SettingDefinition> {
  /** In order of groups. */
  definitions: readonly D[];
  /** What the form shows; every key of `definitions`. */
  values: SettingValues;
  /** Texts, by key. */
  errors: Readonly<Record<string, string>>;
  onChange: (definition: D, value: SettingValue) => void;
  /** Whether a field is shown and cannot be changed. */
  isFixed?: (definition: D) => boolean;
  /** Stands beside each field. */
  beside?: (definition: D) => ReactNode;
}

/** A form made from the vocabulary: groups, fields by kind, and which of them are shown and can be changed. */
export function SchemaForm<D extends SettingDefinition>(props: SchemaFormProps<D>) {
  const { t } = useTranslation();
  const { definitions, values, errors, onChange, isFixed, beside } = props;
  const shown = definitions.filter(({ shownWhen }) => holds(shownWhen, values));
  return (
    <div className={styles.form}>
      {groupsOf(shown).map((group) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.legend}>{groupText(t, group)}</legend>
          {shown
            .filter((definition) => definition.group === group)
            .map((definition) => (
              <div key={definition.key} className={styles.row}>
                <SettingField
                  definition={definition}
                  value={values[definition.key] ?? definition.default}
                  error={errors[definition.key]}
                  disabled={isFixed?.(definition) || !holds(definition.enabledWhen, values)}
                  onChange={(value) => onChange(definition, value)}
                />
                <div className={styles.beside}>{beside?.(definition)}</div>
              </div>
            ))}
        </fieldset>
      ))}
    </div>
  );
}

function groupsOf(definitions: readonly SettingDefinition[]): SettingGroup[] {
  return [...new Set(definitions.map(({ group }) => group))];
}

function holds(conditions: readonly SettingCondition[] | undefined, values: SettingValues): boolean {
  return conditions?.every(({ key, equals }) => values[key] === equals) ?? true;
}
