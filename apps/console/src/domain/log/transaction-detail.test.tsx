import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { metyId } from '@varde/catalogue/message-types';
import { expect, it, vi } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { TransactionDetail } from './transaction-detail.tsx';

const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [
        term.textContent,
        [...(term.parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent),
      ]),
  );

function show(detail: Record<string, unknown> | null, raw: string | null = '5b334754') {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ ...transactionRecord(), raw, detail })),
  );
  renderPart(<TransactionDetail deviId={1} tranId={1} />);
  return screen.findByText('Rådata');
}

it('a message is shown in words: events, states, health, access points and cells', async () => {
  const at = new Date(2026, 10, 20, 18, 49, 26).getTime();
  await show({
    steps: 12,
    events: [
      { metyId: metyId.alarm, code: 'sos', at },
      { metyId: metyId.lowBattery, code: 'lowBattery', at: null },
    ],
    states: { worn: false, bit17: true },
    health: { heartRate: 71, temperature: 36.8 },
    accessPoints: [{ type: 'W', macAddress: 'aa:bb:cc:00:11:22', signalStrength: -61, name: 'Stue' }],
    cells: [{ mcc: 242, mnc: 1, lac: 5, cid: 77 }],
    millivolts: 3900,
  });
  expect(Object.keys(facts())[0], 'what happened comes first').toBe('Hendelser');
  expect(facts()).toEqual({
    Hendelser: ['Alarm (sos, 20.11.2026 18:49:26)', 'Lavt batteri (lowBattery)'],
    Tilstander: ['Bæres: nei', 'bit17: ja'],
    Skritt: ['12'],
    Puls: ['71 slag per minutt'],
    Temperatur: ['36,8 °C'],
    Aksesspunkter: ['Wi-Fi · aa:bb:cc:00:11:22 · Stue · -61 dBm'],
    Mobilceller: ['MCC 242 · MNC 1 · LAC 5 · CID 77'],
    Batterispenning: ['3\u{a0}900 mV'],
  });
});

it('a technical warning shows its reason, and from which addresses', async () => {
  await show({ code: 'identityContested', addresses: ['192.0.2.7', '198.51.100.9'] }, null);
  expect(facts()).toEqual({
    'Teknisk varsel': ['Flere tilkoblinger bruker enhets-ID-en til denne enheten'],
    'IP-adresser': ['192.0.2.7', '198.51.100.9'],
  });
});

it('a reset shows its alarm, and the reason', async () => {
  await show({ alarmId: 12, alarmMetyId: metyId.manDown, outcome: 'falseAlarm', userId: 4 }, null);
  expect(facts()).toEqual({
    'Alarm nr.': ['12'],
    Alarm: ['Fall'],
    Utfall: ['Utløst ved et uhell'],
    'Bruker nr.': ['4'],
  });
});

it('a command shows what it tells the device, with the settings as a form shows them', async () => {
  await show({
    command: 'writeSettings',
    values: { smsPassword: '******', fallDownAlert: true, trackingInterval: 120, odd: 1 },
  });
  expect(facts()).toEqual({
    Kommando: ['Innstillinger'],
    Innstillinger: [expect.stringMatching(/: ••••$/), 'Fallalarm: På', 'Sporingsintervall: 2 minutter', 'odd: 1'],
  });
});

it('a value without a text is shown as stored', async () => {
  await show({ unknown: { '0x31': 'ff00' }, newThing: [1, 2], steps: 'many', moving: null });
  expect(facts()).toEqual({ 'Annet fra enheten': ['0x31: ff00'], newThing: ['[1,2]'], Skritt: ['many'] });
});

it('other fields have a label, and fields named by the device are shown unchanged', async () => {
  await show({
    unknown: {
      odometer: '2669',
      cellSignals: '9340/3663: 35',
      otherPlace: 'assisted 1 2',
      'otherPlace#2': 'assisted 3 4',
      samplesLeftOut: '2777',
      item99: 'ff00',
      'item99#2': 'ff01',
    },
  });
  expect(facts()).toEqual({
    'Annet fra enheten': [
      'Kilometerteller (m): 2669',
      'Ugyldig signalstyrke for mobilceller: 9340/3663: 35',
      'Annen posisjon i samme melding: assisted 1 2',
      'Annen posisjon i samme melding (2): assisted 3 4',
      'Målinger som er utelatt: 2777',
      'item99: ff00',
      'item99#2: ff01',
    ],
  });
});

it('the frame is shown below as text and hex, and is copied as hex', async () => {
  await show(null);
  expect(document.querySelector('pre')?.textContent).toBe('[3GT\n\n5b 33 47 54');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Kopier' }));
  expect(await screen.findByRole('button', { name: 'Kopiert' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('5b334754');
});

it('without a stored frame there is nothing to copy', async () => {
  await show({ steps: 12 }, null);
  expect(screen.getByText('Ingen rådata er lagret.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
