import type { ComponentType } from 'react';
import { LearningPage } from './learning-page.tsx';
import { SensorConfigPage } from './sensor-config-page.tsx';
import { SensorPage } from './sensor-page.tsx';

/** The last parts of the address of a device's page. */
export interface PlaceOnPage {
  tab?: string | undefined;
  part?: string | undefined;
  item?: string | undefined;
}

interface PageProps {
  deviId: number;
  sensorId: number;
}

/** What is shown instead of the tabs of a device: a page about its sensors. Null: the tabs. */
export function sensorPageAt({ tab, part, item }: PlaceOnPage): ComponentType<PageProps> | null {
  if (tab === 'sensor' && part === 'add') return LearningPage;
  if (part !== 'sensor' || !/^\d+$/.test(item ?? '')) return null;
  if (tab === 'info') return SensorPage;
  return tab === 'config' ? SensorConfigPage : null;
}
