import { signalScales } from '../signal.ts';
import { homeSettings } from './shared-settings.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const homeMax = {
  dehaId: 26,
  key: 'homeMax',
  name: 'Home Max',
  detyName: 'home max',
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: ['sia', 'scaip', 'xmpp', 'mqtt'],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'learned',
    walkTest: true,
    gx8: true,
  },
  signalScale: signalScales.home,
  heartbeatMinutes: 60,
  settings: homeSettings,
} as const satisfies Hardware;
