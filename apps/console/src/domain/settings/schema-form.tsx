import { IconAlertTriangle } from '@tabler/icons-react';
import { holds } from '@varde/catalogue/settings/conditions';
import { pageOf, type SettingsPage } from '@varde/catalogue/settings/pages';
import type { SettingDefinition, SettingGroup, SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OverrideField } from './override-field.tsx';
import { pageIcons } from './page-icons.ts';
import styles from './schema-form.module.css';
import { SettingField } from './setting-field.tsx';
import { groupText, settingText } from './setting-texts.ts';

interface SchemaFormProps<D extends SettingDefinition> {
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
  /** Extra content beside each field. */
  beside?: (definition: D) => ReactNode;
}

/** A form made from the vocabulary: pages and groups, fields by kind, with their visibility and editability. */
export function SchemaForm<D extends SettingDefinition>(props: SchemaFormProps<D>) {
  const { t } = useTranslation();
  const { definitions, values } = props;
  const shown = definitions.filter(({ shownWhen }) => holds(shownWhen, values));
  return (
    <div className={styles.form}>
      {sectionsOf(shown).map(({ page, group, members }) => {
        const Icon = pageIcons[page.icon];
        return (
          <fieldset key={`${page.key} ${group}`} className={styles.group}>
            <legend className={styles.legend}>
              <Icon size={18} aria-hidden />
              {groupText(t, group)}
            </legend>
            {members.map((definition) => (
              <SettingRow key={definition.key} {...props} definition={definition} />
            ))}
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
  beside,
  timesRestored,
}: Omit<SchemaFormProps<D>, 'definitions'> & { definition: D }) {
  const { t } = useTranslation();
  const field = {
    definition,
    value: values[definition.key] ?? definition.default,
    error: errors[definition.key],
    disabled: isFixed?.(definition) || !holds(definition.enabledWhen, values),
    onChange: (value: SettingValue) => onChange(definition, value),
  };
  const held = definition.warnings?.filter(({ when }) => holds(when, values)) ?? [];
  const lacked = field.value === true ? missing[definition.key] : undefined;
  const warnings = [
    ...held.map(({ id }) => settingText(t, definition.key, `warnings.${id}`)),
    ...(lacked === undefined ? [] : [lacked]),
  ];
  return (
    <div className={styles.row}>
      <div>
        {definition.override ? <OverrideField key={timesRestored} {...field} /> : <SettingField {...field} />}
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
