import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { http, readCommands, writeRequest } from '@varde/protocols/open/index';
import { expect, it } from 'vitest';
import { HomeUnit } from './home-unit.ts';
import { createRequestDriver } from './request-driver.ts';

const sender = { identity: 'unit-1', token: 'secret' };
const now = {
  kind: 'sensors',
  at: 0,
  place: null,
  speed: 0,
  course: 0,
  battery: 50,
  charging: true,
  steps: 0,
  ...{ heartRate: 72, systolic: 120, diastolic: 80 },
  historical: false,
} as const;
const start = http.commands?.write({ kind: 'startLearning', seconds: 10 }, '17') ?? '';

it('a unit confirms a command at once, and again with each report until the server has taken it', () => {
  const driver = createRequestDriver(http, sender, new HomeUnit());
  const poll = () => driver.say(now)?.wire ?? writeRequest({ samples: [], confirmations: [] }, sender);
  const said = (body: string) => (JSON.parse(body) as { confirmations?: object[] }).confirmations;
  const { replies } = driver.hear({ request: poll(), status: 200, body: start });
  const [reply] = replies;
  if (reply === undefined) throw new Error('no reply');
  expect(said(reply.body)).toEqual([{ ref: '17', ok: true }]);
  driver.hear({ request: reply, status: 503, body: '' });
  const again = poll();
  expect(said(again.body)).toEqual([{ ref: '17', ok: true }]);
  driver.hear({ request: again, status: 200, body: '' });
  expect(said(poll().body)).toBeUndefined();
});

it('a unit learns and measures for the seconds that it was given', () => {
  const unit = new HomeUnit();
  unit.report(0);
  expect(readCommands(start)).toEqual([{ ref: '17', command: { kind: 'startLearning', seconds: 10 } }]);
  unit.obey('17', { kind: 'startLearning', seconds: 10 });
  unit.obey('18', { kind: 'startWalkTest', seconds: 5 });
  expect(unit.report(1000).sensors).toMatchObject({ found: [{}], measured: [{}] });
  expect(unit.report(7000).sensors).toMatchObject({ found: [{}] });
  expect(unit.report(7000).sensors).not.toHaveProperty('measured');
  expect(unit.report(11_000).sensors).toBeUndefined();
});

it('a unit takes the settings that are its own, refuses others, and reports them when it is asked', () => {
  const volume = settingByKey('volumeLevel');
  if (volume?.kind !== 'choice' && volume?.kind !== 'integer') throw new Error('no such setting');
  const unit = new HomeUnit([volume]);
  unit.switchedOn();
  expect(unit.report(0).settings).toEqual({ volumeLevel: volume.default });
  expect(unit.report(0)).not.toHaveProperty('settings');
  const write = (values: Record<string, number>) => unit.obey('17', { kind: 'writeSettings', values });
  expect(write({ volumeLevel: 60 })).toEqual({ ref: '17', ok: true });
  expect(write({ volumeLevel: 1000 })).toMatchObject({ ok: false, detail: expect.stringContaining('volumeLevel') });
  expect(write({ dance: 1 })).toMatchObject({ ok: false, detail: 'no setting dance' });
  unit.obey('18', { kind: 'readSettings' });
  expect(unit.report(0).settings).toEqual({ volumeLevel: 60 });
});
