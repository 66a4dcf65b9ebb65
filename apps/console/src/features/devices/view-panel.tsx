import type { DeviceListFilter } from './arrange-devices.ts';
import { columnsOf } from './chosen-columns.ts';
import { ColumnChoice } from './column-choice.tsx';
import { SavedViews } from './saved-views.tsx';
import styles from './view-panel.module.css';

interface ViewPanelProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
}

/** The columns of the list, and saved views of columns, filter and order. */
export function ViewPanel({ filter, onFilter }: ViewPanelProps) {
  return (
    <div className={styles.views}>
      <ColumnChoice
        columns={columnsOf(filter.columns)}
        onColumns={(columns) => onFilter({ ...filter, columns: columns?.join() })}
      />
      <SavedViews filter={filter} />
    </div>
  );
}
