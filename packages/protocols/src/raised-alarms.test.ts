import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { metyId } from '@varde/catalogue/message-types';
import { protocols } from '@varde/catalogue/protocols';
import { alarmsOfProtocol, alarmsRaisedBy } from '@varde/catalogue/raised-alarms';
import { describe, expect, it } from 'vitest';

/** The open protocol is one over HTTP and MQTT. */
const folderOf = (key: string): string => (key === 'http' || key === 'mqtt' ? 'open' : key);

/** The alarms that the code of a protocol names. One that takes every message type from its devices names them all. */
function namedIn(folder: string): string[] {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/(^|\/)testing\/|\.test\.ts$/.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  if (text.includes('...alarmTypes.map(')) return [...alarmKinds];
  return alarmKinds.filter((kind) => new RegExp(`metyId\\.${kind}\\b`).test(text));
}

describe('the alarms that a device can raise', () => {
  it.each(protocols.map(({ key }) => key))('are those that the code of its protocol names: %s', (key) => {
    expect(alarmKinds.every((kind) => kind in metyId)).toBe(true);
    expect([...alarmsOfProtocol[key]].sort()).toEqual(namedIn(join(import.meta.dirname, folderOf(key))).sort());
  });

  it('[C7.47] are those of all its protocols, and every alarm of a protocol that Varde does not know', () => {
    const fixed = { positioning: false };
    expect(alarmsRaisedBy(['eview'], fixed)).toEqual(['manDown', 'alarm', 'geofence']);
    expect(alarmsRaisedBy(['eview', 'watch'], fixed)).toContain('medical');
    expect(alarmsRaisedBy(['eview'], fixed)).not.toContain('fire');
    expect(alarmsRaisedBy(['eview', 'sms'], fixed)).toEqual(alarmKinds);
    expect(alarmsRaisedBy([], fixed)).toEqual(alarmKinds);
  });

  it('are those of Varde as well, which watches the geofences of devices with positions', () => {
    const positioning = true;
    expect(alarmsRaisedBy(['eview'], { positioning })).toContain('advancedGeofenceLeft');
  });
});
