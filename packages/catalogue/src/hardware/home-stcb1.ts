import { signalScales } from '../signal.ts';
import { homeSettings } from './shared-settings.ts';
import { type Hardware, noCapabilities } from './types.ts';

/** STCB hardware that the specification counts among the Gx8 family. */
export const homeStcb1 = {
  dehaId: 32,
  key: 'homeStcb1',
  name: 'Home STCB1',
  detyName: 'home STCB1',
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: [],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'synchronised',
    walkTest: true,
    gx8: true,
    stcb: true,
  },
  signalScale: signalScales.stcb,
  heartbeatMinutes: 60,
  settings: homeSettings,
} as const satisfies Hardware;
