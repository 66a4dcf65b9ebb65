import { LearningPage } from './learning-page.tsx';
import { SensorConfigPage } from './sensor-config-page.tsx';
import { SensorPage } from './sensor-page.tsx';

interface SensorPagesProps {
  page: 'add' | 'info' | 'config';
  /** Of the address. */
  deviId: string;
  sensorId?: string;
}

/** The pages about sensors that have an address of their own. */
export function SensorPages({ page, deviId, sensorId = '' }: SensorPagesProps) {
  const of = { deviId: Number(deviId), sensorId: Number(sensorId) };
  if (page === 'add') return <LearningPage key={deviId} deviId={of.deviId} />;
  const Page = page === 'info' ? SensorPage : SensorConfigPage;
  return <Page key={`${deviId} ${sensorId}`} {...of} />;
}
