import type { MessageState } from '@varde/catalogue/message-states';
import type { Alarm, AlarmTold } from '@varde/contract/alarms';
import { describe, expect, it } from 'vitest';
import { alarmRecord } from '../../testing/records.ts';
import { nextStepOf, progressOf } from './next-step.ts';

const me = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola' };
const phone = { formattedPhoneNumE164: '+47 580 00 123' };
const claimed = (by: Alarm['claimedBy'], fields: Partial<Alarm> = {}) =>
  alarmRecord({ state: 'claimed', claimedBy: by, abilities: ['release', 'reset'], ...fields });

describe('the next step of an alarm', () => {
  it.each<[string, Alarm, object]>([
    ['is to claim it', alarmRecord(), { key: 'take' }],
    ['is to claim it and to call', alarmRecord(phone), { key: 'takeCall' }],
    ['is that of others for users who may not claim it', alarmRecord({ abilities: [] }), { key: 'wait' }],
    ['is to follow up one’s own', claimed(me), { key: 'own' }],
    ['is to call about one’s own', claimed(me, phone), { key: 'ownCall' }],
    ['is with a colleague who has claimed it', claimed(ola, phone), { key: 'others', name: 'Ola' }],
    [
      'is with a receiver who has taken it',
      claimed({ userId: null, name: 'Datter' }),
      { key: 'others', name: 'Datter' },
    ],
    ['is to claim it anew after a further signal', alarmRecord({ claimedBy: me, ...phone }), { key: 'takeCall' }],
    [
      'is to confirm a hand-over',
      claimed(me, { handedOverBy: ola, abilities: ['claim', 'release'] }),
      { key: 'confirm', name: 'Ola' },
    ],
    [
      'is with the colleague until that one has confirmed it',
      claimed(ola, { handedOverBy: me }),
      { key: 'unconfirmed', name: 'Ola' },
    ],
    ['is none after a reset', alarmRecord({ state: 'reset', abilities: [] }), { key: 'reset' }],
    ['can be to undo a reset', alarmRecord({ state: 'reset', abilities: ['reopen'] }), { key: 'reopenable' }],
  ])('%s', (_, alarm, step) => {
    expect(nextStepOf(alarm, me.userId)).toEqual(step);
  });
});

describe('the progress of a list', () => {
  const kari = { name: 'Kari', reached: false, messages: [] };
  const message = (state: MessageState) => ({ channel: 'sms' as const, state, at: 1 });
  const reached = { name: 'Kari', reached: true, messages: [message('delivered')] };
  const unreached = { name: 'Ola', reached: false, messages: [message('failed')] };
  const told = (receivers: AlarmTold['receivers'], fields: Partial<AlarmTold> = {}): AlarmTold => ({
    ...{ state: 'running', outcome: null, nextAt: 5000, receivers },
    ...fields,
  });
  const ended = (outcome: AlarmTold['outcome'], receivers: AlarmTold['receivers'] = [reached]) =>
    told(receivers, { state: 'ended', outcome, nextAt: null });
  const open = alarmRecord();
  const centre = 'Solvik alarm';
  const atCentre = alarmRecord({ escalatedAt: 1, escalatedTo: centre });

  it.each<[string, Alarm, AlarmTold | null, string | null, object | null]>([
    ['is unknown when it is withheld', open, null, null, null],
    ['begins with the round', open, told([]), null, { key: 'starts', at: 5000 }],
    [
      'names the next receiver and the one after',
      open,
      told([reached, { ...kari, name: 'Ola' }, kari]),
      centre,
      { key: 'next', at: 5000, name: 'Ola', after: kari },
    ],
    [
      'names the alarm centre after the last receiver',
      open,
      told([kari]),
      centre,
      { key: 'next', at: 5000, name: 'Kari', after: 'centre' },
    ],
    [
      'has nobody after the last receiver without an alarm centre',
      open,
      told([kari]),
      null,
      { key: 'next', at: 5000, name: 'Kari', after: null },
    ],
    [
      'waits for the last receiver before the alarm centre gets it',
      open,
      told([reached]),
      centre,
      { key: 'centre', at: 5000 },
    ],
    [
      'counts after the last receiver who has been reached',
      open,
      told([reached, unreached]),
      null,
      { key: 'allTold', reached: 1, count: 2 },
    ],
    [
      'counts at its end who has been reached',
      open,
      ended('exhausted', [unreached]),
      null,
      { key: 'exhausted', reached: 0, count: 1 },
    ],
    ['says when it begins again', open, told([reached], { state: 'pausing' }), null, { key: 'again', at: 5000 }],
    ['is over when nobody is on the list', open, ended('nobody'), null, { key: 'nobody' }],
    ['is at the alarm centre', atCentre, ended('exhausted'), null, { key: 'atCentre' }],
    ['is at the alarm centre also for users who do not see the list', atCentre, null, null, { key: 'atCentre' }],
    [
      'goes on in a further round at the alarm centre',
      atCentre,
      told([kari]),
      null,
      { key: 'next', at: 5000, name: 'Kari', after: null },
    ],
    ['stops with a claim', claimed(ola), told([kari]), centre, null],
    [
      'goes on until a hand-over is confirmed',
      claimed(ola, { handedOverBy: me }),
      told([kari]),
      null,
      { key: 'next', at: 5000, name: 'Kari', after: null },
    ],
    ['stops with a reset', alarmRecord({ state: 'reset' }), told([kari]), centre, null],
    ['says nothing more about an alarm that was taken and released', open, ended('taken'), centre, null],
  ])('%s', (_, alarm, list, nextCentre, progress) => {
    expect(progressOf(alarm, { told: list, nextCentre })).toEqual(progress);
  });
});
