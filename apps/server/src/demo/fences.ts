import type { FenceValues } from '#domain/geofences/geofences.ts';
import type { DemoDevice } from './fleet.ts';

/** A device that stays at home, so that the demo shows a fence without alarms of it. */
const fenced = 'Trygghetsklokke 006';

/** The fence of a demo device around its home; null: it has none. */
export const demoFenceOf = ({ name, lat, lng }: DemoDevice): FenceValues | null =>
  name === fenced
    ? {
        ...{ name: 'Hjemmet og hagen', kind: 'circle', radius: 300, vertices: [{ lat, lng }], enabled: true },
        ...{
          enabledTime: false,
          enabledTimeFrom: 0,
          enabledTimeTo: 0,
          delayMinutes: 5,
          alertByCall: false,
          sharedCustId: null,
          inloIds: [],
        },
      }
    : null;
