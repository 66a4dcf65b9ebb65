import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { columnKeys, type DeviceColumnKey } from '@varde/contract/device-columns';
import { useTranslation } from 'react-i18next';
import { neededColumns } from './chosen-columns.ts';
import styles from './view-panel.module.css';

interface ColumnChoiceProps {
  columns: readonly DeviceColumnKey[];
  /** Undefined: the default columns. */
  onColumns: (columns: readonly DeviceColumnKey[] | undefined) => void;
}

/** Chooses the columns of the list and their order. */
export function ColumnChoice({ columns, onColumns }: ColumnChoiceProps) {
  const { t } = useTranslation();
  const others = columnKeys.filter((key) => !columns.includes(key));
  const toggle = (key: DeviceColumnKey, shown: boolean) =>
    onColumns(shown ? [...columns, key] : columns.filter((each) => each !== key));
  const move = (at: number, by: 1 | -1) => onColumns(swapped(columns, at, at + by));
  return (
    <section aria-label={t('views.columns')}>
      <h2 className={styles.heading}>{t('views.columns')}</h2>
      <ul className={styles.choices}>
        {[...columns, ...others].map((key, at) => {
          const name = t(`devices.${key}`);
          return (
            <li key={key}>
              <Checkbox
                label={name}
                checked={at < columns.length}
                disabled={neededColumns.includes(key)}
                onChange={(event) => toggle(key, event.currentTarget.checked)}
              />
              {at < columns.length && (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={at === 0}
                    aria-label={t('views.earlier', { name })}
                    onClick={() => move(at, -1)}
                  >
                    <span aria-hidden>↑</span>
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    disabled={at === columns.length - 1}
                    aria-label={t('views.later', { name })}
                    onClick={() => move(at, 1)}
                  >
                    <span aria-hidden>↓</span>
                  </ActionIcon>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <Button variant="subtle" size="xs" onClick={() => onColumns(undefined)}>
        {t('views.usualColumns')}
      </Button>
    </section>
  );
}

function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const copy = [...items];
  const [a, b] = [copy[one], copy[other]];
  if (a === undefined || b === undefined) return copy;
  copy[one] = b;
  copy[other] = a;
  return copy;
}
