import { protocols } from '@varde/catalogue/protocols';
import { describe, expect, it } from 'vitest';
import { CliError } from '../cli/cli-error.ts';
import { parseFleet, readFleetFile } from './fleet-file.ts';

const pendant = {
  identity: '861234567890123',
  dehaId: 4,
  protocol: 'eview',
  name: 'Storgata 4',
  lat: 67.28,
  lng: 14.4,
  behaviour: 'walks',
};
const app = { ...pendant, identity: 'app-1', dehaId: 2, protocol: 'osmand', token: 'secret' };

const errorOf = (devices: unknown) => {
  try {
    parseFleet(JSON.stringify(devices), 'fleet.json');
  } catch (error) {
    if (error instanceof CliError) return error.message;
  }
  return null;
};

describe('a fleet file', () => {
  it('is read in its order', () => {
    expect(parseFleet(JSON.stringify([pendant, app]), 'fleet.json')).toEqual([pendant, app]);
  });

  it('may hold hardware whose own protocol has no gateway, over http', () => {
    const home = { ...app, identity: 'turbo-1', dehaId: 7, protocol: 'http' };
    expect(parseFleet(JSON.stringify([home]), 'fleet.json')).toEqual([home]);
    expect(errorOf([{ ...home, protocol: 'osmand' }])).toContain('protocol must be http, which Analog Turbo speaks');
  });

  it.each([
    [{ ...pendant, identity: '123' }, 'identity must be 15 digits, not "123"'],
    [
      { ...pendant, protocol: 'sms' },
      `protocol must be one of ${protocols.map(({ key }) => key).join(', ')}, not "sms"`,
    ],
    [{ ...pendant, dehaId: 4711 }, 'dehaId must be the number of a known kind of hardware, not 4711'],
    [{ ...pendant, dehaId: 14 }, 'protocol must be watch, which Watch Two speaks, not "eview"'],
    [{ ...pendant, lat: 91 }, 'lat must be a number from -90 to 90, not 91'],
    [{ ...pendant, lng: '14' }, 'lng must be a number from -180 to 180, not "14"'],
    [{ ...pendant, name: '' }, 'name must be a text, not ""'],
    [{ ...app, token: undefined }, 'token must be a text (devices of osmand need one), not undefined'],
    ['pendant', 'must be an object'],
  ])('names the device and the faulty field: %j', (device, message) => {
    expect(errorOf([pendant, device])).toMatch(/^fleet\.json: device 2: /);
    expect(errorOf([pendant, device])).toContain(message);
  });

  it('names every behaviour when one is unknown', () => {
    expect(errorOf([{ ...pendant, behaviour: 'dances' }])).toContain(
      'one of walks, stays, walksMeasured, staysMeasured, pressesSos',
    );
  });

  it('holds each device once', () => {
    expect(errorOf([pendant, pendant])).toBe('fleet.json: eview 861234567890123 is in it twice');
  });

  it('is an array that is not empty', () => {
    expect(errorOf({})).toBe('fleet.json: must be an array of devices');
    expect(errorOf([])).toBe('fleet.json: holds no device');
    expect(() => parseFleet('{', 'fleet.json')).toThrow(/^fleet\.json: is no JSON/);
    expect(() => readFleetFile('/nowhere/fleet.json')).toThrow(/^\/nowhere\/fleet\.json: cannot be read/);
  });
});
