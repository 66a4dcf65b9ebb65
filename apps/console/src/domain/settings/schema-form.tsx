import { IconAlertTriangle } from '@tabler/icons-react';
import { holds } from '@varde/catalogue/settings/conditions';
import { pageOf, type SettingsPage } from '@varde/catalogue/settings/pages';
import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingDefinition, SettingGroup, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AdvancedSettings } from './advanced-settings.tsx';
import { OverrideField } from './override-field.tsx';
import { pageIcons } from './page-icons.ts';
import styles from './schema-form.module.css';
import { SettingField } from './setting-field.tsx';
import { groupText, settingText } from './setting-texts.ts';

export interface SchemaFormProps<D extends SettingDefinition> {
  /** In order of pages and groups. */
  definitions: readonly D[];
  /** The values of the form, for every key of `definitions`. */
  values: SettingValues;
  /** Error texts, by key. */
  errors: Readonly<Record<string, string>>;
  onChange: (definition: D, value: SettingValue) => void;
  /** Whether a field is read-only. */
  isFixed?: (definition: D) => boolean;
  /** Number of resets to the stored values: each one discards the state of the fields. */
  timesRestored?: number;
  /** What a toggle needs that is not there, by key: a warning while it is on. */
  missing?: Readonly<Record<string, string>>;
  /** Names of groups that differ from the usual ones. */
  groupNames?: Partial<Record<SettingGroup, string>>;
  /** The groups are beside each other where there is room. */
  columns?: boolean;
  /** What a group has besides its settings. */
  also?: (group: SettingGroup) => ReactNode;
  /** Private users set some settings without an override, and have help texts of their own. */
  isPrivate?: boolean;
  /** Extra content beside each field. */
  beside?: (definition: D) => ReactNode;
}

/**
 * A form made from the vocabulary: pages and groups, fields by kind, with their visibility and editability. Advanced
 * settings are at the end of their group.
 */
export function SchemaForm<D extends SettingDefinition>(props: SchemaFormProps<D>) {
  const { t } = useTranslation();
  const { definitions, values, errors, columns, also, groupNames = {} } = props;
  const shown = definitions.filter(({ shownWhen }) => holds(shownWhen, values));
  const rowsOf = (members: readonly D[]) =>
    members.map((definition) => <SettingRow key={definition.key} {...props} definition={definition} />);
  return (
    <div className={`${styles.form} ${columns ? styles.columns : ''}`}>
      {sectionsOf(shown).map(({ page, group, members }) => {
        const Icon = pageIcons[page.icon];
        const advanced = members.filter((definition) => definition.advanced);
        return (
          <fieldset key={`${page.key} ${group}`} className={styles.group}>
            <legend className={styles.legend}>
              <Icon size={18} aria-hidden />
              {groupNames[group] ?? groupText(t, group)}
            </legend>
            {rowsOf(members.filter((definition) => !definition.advanced))}
            {also?.(group)}
            {advanced.length > 0 && (
              <AdvancedSettings
                areChanged={advanced.some((one) => !sameValue(one, values[one.key] ?? one.default, one.default))}
                areFaulty={advanced.some(({ key }) => errors[key])}
              >
                {rowsOf(advanced)}
              </AdvancedSettings>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}

function SettingRow<D extends SettingDefinition>({
  definition,
  values,
  errors,
  onChange,
  isFixed,
  missing = {},
  isPrivate = false,
  beside,
  timesRestored,
}: Omit<SchemaFormProps<D>, 'definitions'> & { definition: D }) {
  const { t } = useTranslation();
  const field = {
    definition,
    value: values[definition.key] ?? definition.default,
    error: errors[definition.key],
    disabled: isFixed?.(definition) || !holds(definition.enabledWhen, values),
    isPrivate,
    onChange: (value: SettingValue) => onChange(definition, value),
  };
  const isOverridden = definition.override && !(isPrivate && definition.simpleForPrivate);
  // Of settings that the user does not see, nobody knows here.
  const held =
    definition.warnings?.filter(({ when }) => when.every(({ key }) => key in values) && holds(when, values)) ?? [];
  const lacked = field.value === true ? missing[definition.key] : undefined;
  const warnings = [
    ...held.map(({ id }) => settingText(t, definition.key, `warnings.${id}`)),
    ...(lacked === undefined ? [] : [lacked]),
  ];
  return (
    <div className={styles.row}>
      <div>
        {isOverridden ? <OverrideField key={timesRestored} {...field} /> : <SettingField {...field} />}
        <div role="status">
          {warnings.map((text) => (
            <p key={text} className={styles.warning}>
              <IconAlertTriangle size={16} aria-hidden />
              {text}
            </p>
          ))}
        </div>
      </div>
      <div className={styles.beside}>{beside?.(definition)}</div>
    </div>
  );
}

interface Section<D> {
  page: SettingsPage;
  group: SettingGroup;
  members: D[];
}

/** The settings of each page and group, in order of definition. */
function sectionsOf<D extends SettingDefinition>(definitions: readonly D[]): Section<D>[] {
  const sections = new Map<string, Section<D>>();
  for (const definition of definitions) {
    const [page, { group }] = [pageOf(definition), definition];
    const section = sections.get(`${page.key} ${group}`) ?? { page, group, members: [] };
    section.members.push(definition);
    sections.set(`${page.key} ${group}`, section);
  }
  return [...sections.values()];
}
