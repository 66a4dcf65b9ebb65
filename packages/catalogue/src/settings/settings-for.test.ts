import { describe, expect, it } from 'vitest';
import { hardwareById } from '../hardware/index.ts';
import type { Hardware } from '../hardware/types.ts';
import { settingsFor } from './settings-for.ts';

function hardware(dehaId: number): Hardware {
  const found = hardwareById(dehaId);
  if (!found) throw new Error(`hardware ${dehaId} is missing`);
  return found;
}

const keysOf = (dehaId: number) => settingsFor(hardware(dehaId), null).map((definition) => definition.key);

describe('settingsFor', () => {
  it('offers exactly what the hardware has, in the order of the groups [C3.21]', () => {
    expect(keysOf(23)).toEqual(['trackingInterval', 'heartbeatInterval']);
    expect(keysOf(14)).toEqual([
      'trackingInterval',
      'phoneNoWhiteList1',
      'phoneNoWhiteList2',
      'phoneNoWhiteList3',
      'fallDownAlert',
    ]);
  });

  it('offers no tracking interval on watch one, which cannot change it [D5.044]', () => {
    expect(keysOf(11)).not.toContain('trackingInterval');
    expect(keysOf(17)).toContain('trackingInterval');
  });

  it('gives watch two 4G the settings of watch two', () => {
    expect(keysOf(45)).toEqual(keysOf(14));
  });

  it('offers the narrowed options and default, and leaves the vocabulary as it was', () => {
    const base = hardware(23);
    const settings = { heartbeatInterval: { options: [60, 30], default: 30 } };
    const [definition] = settingsFor({ ...base, settings }, null);
    expect(definition).toMatchObject({ options: [{ value: 30 }, { value: 60 }], default: 30, unit: 'min' });
    expect(settingsFor(base, null)).toContainEqual(
      expect.objectContaining({ key: 'heartbeatInterval', default: 5 }),
    );
  });

  it('keeps a setting back until the firmware is known and new enough', () => {
    const gated = { ...hardware(14), settings: { fallDownAlert: { sinceFirmware: 7 } } };
    expect(settingsFor(gated, null)).toEqual([]);
    expect(settingsFor(gated, 6)).toEqual([]);
    expect(settingsFor(gated, 7)).toHaveLength(1);
  });
});
