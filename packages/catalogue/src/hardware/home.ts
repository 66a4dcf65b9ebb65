import { signalScales } from '../signal.ts';
import { homeSettings } from './shared-settings.ts';
import { type Hardware, noCapabilities } from './types.ts';

export const home = {
  dehaId: 13,
  key: 'home',
  name: 'Home',
  detyName: 'home',
  family: 'home',
  protocol: 'mqtt',
  alarmProtocols: ['sia', 'scaip', 'xmpp', 'mqtt'],
  icon: 'home-signal',
  capabilities: {
    ...noCapabilities,
    sensors: ['homeSensor'],
    sensorEnrolment: 'learned',
    walkTest: true,
    choosesReceiver: true,
    gx8: true,
  },
  signalScale: signalScales.home,
  heartbeatMinutes: 60,
  settings: homeSettings,
} as const satisfies Hardware;
