import { signalScales } from '../signal.ts';
import { homeSettings } from './shared-settings.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const homeStcb3 = {
  dehaId: 33,
  key: 'homeStcb3',
  name: 'Home STCB3',
  detyName: 'home STCB3',
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: [],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'synchronised',
    walkTest: true,
    stcb: true,
  },
  signalScale: signalScales.stcb,
  heartbeatMinutes: 60,
  settings: homeSettings,
} as const satisfies Hardware;
