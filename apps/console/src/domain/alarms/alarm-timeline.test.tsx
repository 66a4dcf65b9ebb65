import { act, cleanup, screen } from '@testing-library/react';
import { alarmEventNumber as number } from '@varde/catalogue/alarm-events';
import { metyId } from '@varde/catalogue/message-types';
import type { AlarmAnalysis, AlarmEvent } from '@varde/contract/alarms';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#data/api/query-client.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { alarmRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { AlarmTimeline } from './alarm-timeline.tsx';

beforeAll(() => withAdministrationTexts(async () => undefined));

const start = new Date(2026, 10, 20, 12).getTime();
const event = (name: keyof typeof number, seconds: number, fields: Partial<AlarmEvent> = {}): AlarmEvent => {
  const at = start + seconds * 1000;
  const nobody = { by: null, to: null, party: null, result: null, receipt: null };
  return { number: number[name], header: 103, at, until: at, count: 1, ...nobody, ...fields };
};
const kari = { userId: 1, name: 'Kari Nes' };
const ola = { userId: 2, name: 'Ola Lie' };

let answer: () => Response;
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('analysis')) return new Promise(() => undefined);
    asked.push(url);
    return answer();
  });
});

async function show(alarms: Partial<AlarmAnalysis>[], alarmId?: number) {
  const cache = createQueryClient();
  const given = { alarmId: 1, metyId: metyId.alarm, state: 'reset' as const, events: [] };
  answer = () => Response.json({ alarms: alarms.map((alarm) => ({ ...given, ...alarm })) });
  renderPart(<AlarmTimeline tranId={77} {...(alarmId === undefined ? {} : { alarmId })} />, cache);
  await screen.findAllByRole('list');
  return cache;
}
const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the timeline of an alarm', () => {
  it('[C2.53] offers in the log to share an alarm that is not reset, and not where a row or a page has the button', async () => {
    const open = { state: 'open' as const, events: [event('triggered', 0, { header: 101 })] };
    const buttons = () => screen.queryAllByRole('button', { name: 'Del' });
    await show([
      { ...open, alarmId: 1, mayShare: true },
      { ...open, alarmId: 2, mayShare: false },
    ]);
    expect(buttons()).toHaveLength(1);
    cleanup();
    await show([{ ...open, mayShare: true }], 1);
    expect(buttons()).toEqual([]);
  });

  it('says of the alarm of a geofence that it came early because the wearer did not move, and nothing of others', async () => {
    const raised = (code: string) => event('triggered', 0, { header: 101, result: code });
    await show([{ metyId: metyId.advancedGeofenceLeft, events: [raised('geofenceMotionless')] }]);
    expect(steps()[0]).toContain(
      'Tjenestemottakeren var utenfor og hadde stått stille. Derfor kom alarmen før forsinkelsen var over.',
    );
    cleanup();
    await show([{ metyId: metyId.advancedGeofenceLeft, events: [raised('geofenceLeft')] }]);
    expect(steps()[0]).not.toContain('stille');
    expect(steps()[0]).not.toContain('geofence');
  });

  it('names who shared the alarm, and with whom', async () => {
    await show([{ events: [event('shared', 0, { by: kari, party: 'ola@test.example' })] }]);
    expect(steps()[0]).toMatch(/^Varde: Kari Nes delte alarmenola@test\.example/);
  });

  it('quotes what a receiver wrote or pressed that is no answer', async () => {
    const party = 'Kari Vakt, +4791111111';
    const wrote = (result: string, words?: string) =>
      event('receiverWrote', 0, { header: 102, party, result, ...(words !== undefined && { words }) });
    await show([{ events: [wrote('bySms', '1. etasje?'), wrote('bySms', ''), wrote('byCall', '12'), wrote('bySms')] }]);
    const said = 'Mottaker: Skrev uten å svare på alarmen';
    const pressed = 'Mottaker: Trykket uten å svare på alarmen';
    expect(steps().map((text) => text?.split('20.11.')[0])).toEqual([
      `${said}${party}Med svar på SMS1. etasje?`,
      `${said}${party}Med svar på SMSMelding uten tekst`,
      `${pressed}${party}Med en tast i anropet12`,
      `${said}${party}Med svar på SMS`,
    ]);
    expect(screen.getByText('1. etasje?')).toHaveProperty('dir', 'auto');
  });

  it('says below a step who was passed over before it, and why', async () => {
    const skipped = [
      { name: 'Per Vakt', reason: 'outsideHours' as const },
      { name: '', reason: 'deleted' as const },
    ];
    await show([{ events: [event('notified', 0, { header: 102, party: 'Kari', why: { round: 1, skipped } })] }]);
    expect(steps()[0]).toContain('Hoppet over: Per Vakt (utenfor tidsrommet), Ukjent (brukeren er slettet)');
    cleanup();
    await show([{ events: [event('notified', 0, { header: 102, party: 'Kari', why: { round: 1, skipped: [] } })] }]);
    expect(steps()[0]).not.toContain('Hoppet over');
  });

  it('says which round it is from the second one on, and when the list begins again', async () => {
    const why = (round: number) => ({ why: { round, skipped: [] } });
    const events = [
      event('notificationStarted', 0, why(1)),
      event('notificationEnded', 60, { why: { ...why(1).why, againInSeconds: 300 } }),
      event('notificationStarted', 360, why(2)),
    ];
    await show([{ events }]);
    const [first, ended, second] = steps();
    expect(first).not.toContain('Runde');
    expect(ended).toContain('Begynner på nytt etter 5 min');
    expect(second).toContain('Runde 2');
  });

  it.each([
    [1, 'Alarmen ble utløst'],
    [2, 'Alarmen ble mottatt'],
    [3, 'Ringte privat mottaker'],
    [4, 'Ringte en bruker av Varde'],
    [5, 'Varslet alarmsentralen'],
    [6, 'Privat mottaker svarte'],
    [7, 'En bruker av Varde svarte'],
    [8, 'Alarmsentralen svarte'],
    [9, 'Samtalen ble avsluttet'],
    [10, 'PIN-koden ble tastet'],
    [11, 'Ingen svarte'],
    [12, 'Sendte beskjed til et annet system'],
    [13, 'Det andre systemet bekreftet beskjeden'],
    [14, 'Det andre systemet fikk ikke beskjeden'],
    [15, 'Ola Lie tilbakestilte alarmen'],
  ])('[D3.056] shows the event with the number %i: %s', async (no, text) => {
    await show([{ events: [{ ...event('reset', 0, { by: ola, header: 102 }), number: no }] }]);
    expect(steps()).toEqual([`Mottaker: ${text}20.11.2026 12:00:00`]);
  });

  it('says below a step which rule of which list led to it, and what came before', async () => {
    const own = { list: { kind: 'device' as const }, position: 2, skipped: [], round: 1 };
    const solvik = { kind: 'customer' as const, customerName: 'Solvik' };
    const told = (seconds: number, why: AlarmEvent['why']) =>
      event('notified', seconds, { header: 102, party: 'Kari', ...(why && { why }) });
    await show([
      {
        events: [
          event('notificationStarted', 0, { why: { round: 2, skipped: [], cause: 'signalled' } }),
          told(0, { ...own, cause: 'waited', waitedSeconds: 90 }),
          told(90, { ...own, list: solvik, position: 1, cause: 'declined' }),
          told(100, { ...own, cause: 'together', callCause: 'geofence' }),
          told(110, { ...own, cause: 'together', callCause: 'device' }),
          event('escalated', 120, { header: 104, why: { round: 2, skipped: [], cause: 'listEnded' } }),
        ],
      },
    ]);
    const [started, second, first, byFence, byDevice, escalated] = steps();
    expect(started).toContain('Runde 2 · Alarmen ble utløst på nytt');
    expect(second).toContain('Nr. 2 på enhetens egen liste · Ventetiden på 1 min 30 s var ute');
    expect(first).toContain('Nr. 1 på listen til Solvik · Den forrige kunne ikke');
    expect(byFence).toContain('Samtidig med den forrige · Ringes i tillegg, slik geofencen er satt opp');
    expect(byDevice).toContain('Ringes i tillegg, slik enheten er satt opp');
    expect(escalated).toContain('Ingen på listen hadde tatt alarmen');
  });

  it('says how an alarm was taken', async () => {
    await show([
      {
        events: [
          event('receiverDeclined', 0, { header: 102, party: 'Ola', result: 'bySms' }),
          event('receiverTook', 5, { header: 102, party: 'Per', result: 'byCall' }),
          event('claimed', 10, { by: kari, result: 'atAlarmCentre' }),
        ],
      },
    ]);
    const [declined, took, claimed] = steps();
    expect(declined).toMatch(/Kan ikke ta alarmen.*Med svar på SMS/);
    expect(took).toMatch(/Tok alarmen.*Med en tast i anropet/);
    expect(claimed).toMatch(/Kari Nes tok alarmen.*Ved alarmsentralen/);
  });

  it('[D3.056] shows each step with actor, action and time, and the time since the one before', async () => {
    await show([
      {
        events: [
          event('triggered', 0, { header: 101, result: 'sos' }),
          event('received', 4),
          event('signalled', 10, { header: 101, count: 3, until: start + 20_000 }),
          event('claimed', 85, { by: kari }),
          event('handedOver', 90, { by: kari, to: ola }),
          event('reset', 90 + 3600, { by: ola, result: 'helped' }),
        ],
      },
    ]);
    expect(asked).toEqual(['/ajax/alarms/analysis/77']);
    expect(steps()).toEqual([
      'Enhet: Alarmen ble utløst20.11.2026 12:00:00',
      'Varde: Alarmen ble mottatt20.11.2026 12:00:04etter 4 s',
      'Enhet: Alarmen ble utløst på nytt 3 ganger20.11.2026 12:00:10etter 6 s',
      'Varde: Kari Nes tok alarmen20.11.2026 12:01:25etter 1 min 5 s',
      'Varde: Kari Nes overførte alarmen til Ola Lie20.11.2026 12:01:30etter 5 s',
      'Varde: Ola Lie tilbakestilte alarmenTjenestemottakeren fikk hjelp20.11.2026 13:01:30etter 1 t',
    ]);
  });

  it('shows equal steps of the same moment each for itself: two messages to receivers who are erased', async () => {
    const notified = event('notified', 5, { header: 102, result: 'smsSent' });
    await show([{ events: [event('received', 0), notified, notified] }]);
    const text = (after: string) => `Mottaker: VarsletSMS sendt20.11.2026 12:00:05etter ${after}`;
    expect(steps().slice(1)).toEqual([text('5 s'), text('0 s')]);
  });

  it('[D3.057] shows calls and integrations under their header, with party, answer and receipt, also of a newer version', async () => {
    await show([
      {
        events: [
          event('privateCall', 0, { header: 102, party: '+47 900 00 001', receipt: 'CA17' }),
          event('noAnswer', 30, { header: 102, result: 'busy' }),
          event('alarmCentreAnswer', 60, { header: 104 }),
          event('integrationAttempt', 61, { header: 105, result: 'alarmClaimed', receipt: 'varde-1' }),
          event('integrationAttempt', 61, { header: 105, result: 'alarmClaimed', receipt: 'varde-2' }),
          event('integrationFailure', 61, { header: 105, result: 'HTTP 502' }),
          { ...event('reset', 62), number: 290 },
        ],
      },
    ]);
    expect(steps().map((text) => text?.replace(/20\.11.*/, ''))).toEqual([
      'Mottaker: Ringte privat mottaker+47 900 00 001Kvittering: CA17',
      'Mottaker: Ingen svartebusy',
      'Alarmsentral: Alarmsentralen svarte',
      'Integrasjon: Sendte beskjed til et annet systemAlarm tattKvittering: varde-1',
      'Integrasjon: Sendte beskjed til et annet systemAlarm tattKvittering: varde-2',
      'Integrasjon: Det andre systemet fikk ikke beskjedenHTTP 502',
      'Varde: Hendelse 290',
    ]);
  });

  it('shows how long a message took until it had arrived, left or failed', async () => {
    const told = (result: string, afterSeconds?: number, reach?: AlarmEvent['reach']) => {
      const step = event('notified', 0, { header: 102, result, ...(reach && { reach }) });
      return afterSeconds === undefined ? step : { ...step, endedAt: step.at + afterSeconds * 1000 };
    };
    await show([
      {
        events: [
          told('smsQueued', undefined, 'underWay'),
          told('smsDelivered', 3, 'reached'),
          told('emailFailed', 95, 'notReached'),
        ],
      },
    ]);
    expect(steps().map((text) => text?.replace(/20\.11.*/, ''))).toEqual([
      'Mottaker: VarslesSMS venter på sending',
      'Mottaker: VarsletSMS levert etter 3 s',
      'Mottaker: Ikke varsletE-post kom ikke fram etter 1 min 35 s',
    ]);
  });

  it('says of a call whether it rings, rang or was not made', async () => {
    const called = (result: string, reach: AlarmEvent['reach']) =>
      event('privateCall', 0, { header: 102, result, ...(reach && { reach }) });
    await show([
      {
        events: [
          called('callSent', 'underWay'),
          called('callInDoubt', 'underWay'),
          called('callAnswered', 'reached'),
          called('callFailed', 'notReached'),
          called('callWithdrawn', 'notReached'),
        ],
      },
    ]);
    expect(steps().map((text) => text?.replace(/20\.11.*/, ''))).toEqual([
      'Mottaker: Ringer privat mottakerRinger',
      'Mottaker: Ringer privat mottakerUsikkert om det ringte',
      'Mottaker: Ringte privat mottakerBesvart',
      'Mottaker: Ringte privat mottakerIkke besvart',
      'Mottaker: Ringte ikke privat mottakerIkke lenger nødvendig, anropet ble avlyst',
    ]);
  });

  it('follows an alarm that is not reset: it is refetched when the alarm changes, and at no other time', async () => {
    const cache = await show([{ state: 'open', events: [event('received', 0)] }]);
    expect(steps().at(-1)).toMatch(/^Alarmen er aktiv\. Siste hendelse var for .* siden\.$/);
    const live = (alarmId: number, rev: number) =>
      act(async () => {
        cache.setQueryData(alarmsQuery.queryKey, {
          alarms: [alarmRecord({ alarmId, rev })],
          nextCursor: null,
          rev,
        });
      });
    await live(2, 8);
    expect(asked).toHaveLength(1);
    answer = () =>
      Response.json({
        alarms: [
          {
            alarmId: 1,
            metyId: metyId.alarm,
            state: 'claimed',
            events: [event('received', 0), event('claimed', 9, { by: kari })],
          },
        ],
      });
    await live(1, 9);
    expect(await screen.findByText(/Kari Nes tok alarmen/)).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  it('is that of one alarm on its page, and of each alarm of the message in the log', async () => {
    const both = [{ alarmId: 1 }, { alarmId: 2, metyId: metyId.manDown }];
    await show(both, 2);
    expect(screen.getAllByRole('list').map(({ ariaLabel }) => ariaLabel)).toEqual(['Tidslinje for alarmen: Fall']);
  });

  it('states that the message has no alarm that the user may see', async () => {
    answer = () => Response.json({ code: 'notFound', errors: [] }, { status: 404 });
    renderPart(<AlarmTimeline tranId={1} />);
    expect(await screen.findByText('Meldingen har ingen alarm som du kan se.')).toBeDefined();
  });
});
