import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { columnsOfDevice } from '@varde/catalogue/log-columns';
import { messageTypes, metyId } from '@varde/catalogue/message-types';
import { describe, expect, it, vi } from 'vitest';
import { transactionRecord } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { TransactionRow } from './transaction-row.tsx';

/** What is the same for each row of these tests. */
const alone = { columns: columnsOfDevice({ gx8: false }), indicator: 'NONE', isDisplayed: false } as const;

/** The cells of a row of the log, as text. */
function cellsOf(fields: Parameters<typeof transactionRecord>[0]) {
  const { unmount } = renderPart(
    <table>
      <tbody>
        <TransactionRow transaction={transactionRecord(fields)} {...alone} />
      </tbody>
    </table>,
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  unmount();
  return cells;
}

describe('a row of the log', () => {
  it.each([
    [1, 'HTTP'],
    [2, 'SMS'],
    [3, 'TCP'],
    [4, 'Server'],
    [5, 'XMPP'],
    [6, 'SCAIP'],
    [7, 'Ettersendt'],
    [8, 'MQTT'],
    [9, 'SIA'],
    [10, 'Ukjent'],
  ])('names source %i: %s', (tranSource, name) => {
    expect(cellsOf({ tranSource })[3]).toBe(name);
  });

  it('[D4.072] calls a position of a mast a poor one, and one by satellites a position', () => {
    expect(cellsOf({ metyId: 5 })[2]).toBe('Posisjon');
    expect(cellsOf({ metyId: 5, posType: 1 })[2]).toBe('Usikker posisjon');
    expect(cellsOf({ metyId: 5, subtypes: [5, 6], posType: 1 })[2]).toBe('Usikker posisjon + Lavt batteri');
  });

  it('[D4.070] shows an alarm of the historical source as no alarm', () => {
    const isAlarm = (fields: Parameters<typeof transactionRecord>[0]) => {
      const { container, unmount } = renderPart(
        <table>
          <tbody>
            <TransactionRow transaction={transactionRecord(fields)} {...alone} />
          </tbody>
        </table>,
      );
      const shown = container.querySelector('[data-alarm]') !== null;
      unmount();
      return shown;
    };
    expect([3, 7].map((tranSource) => isAlarm({ metyId: 1, tranSource }))).toEqual([true, false]);
  });

  it('[D3.054 D4.081 D4.082 D4.083] shows satellites and HDOP of incoming satellite positions, and OK for hardware that never reports them', () => {
    const satOf = (fields: Parameters<typeof transactionRecord>[0]) => cellsOf(fields)[5];
    expect(satOf({ numSatellites: 9, hdop: 1.25 })).toBe('9 (1,3)');
    expect(satOf({ numSatellites: 9, direction: 'S' })).toBe('–');
    for (const blank of [{ metyId: 18 }, { metyId: 2 }, { inloId: 4 }, { dekmId: 4 }])
      expect(satOf({ numSatellites: 9, ...blank }), JSON.stringify(blank)).toBe('–');
    expect(satOf({ numSatellites: null, dehaId: 2 })).toBe('OK');
  });

  const marksOf = (fields: Parameters<typeof transactionRecord>[0]) => {
    const { unmount } = renderPart(
      <table>
        <tbody>
          <TransactionRow transaction={transactionRecord(fields)} {...alone} />
        </tbody>
      </table>,
    );
    const marks = screen.queryAllByRole('img').map((mark) => mark.getAttribute('aria-label'));
    unmount();
    return marks;
  };

  it('[D3.054 D4.067] marks what Varde itself wrote, and nothing of another source', () => {
    for (const tranSource of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(marksOf({ tranSource }), String(tranSource)).toEqual(tranSource === 4 ? ['Fra Varde selv'] : []);
  });

  it('[D3.054 D4.068] marks the messages of types 102 and 103 as events of an advanced geofence, and no others', () => {
    for (const { id: metyId } of messageTypes)
      expect(marksOf({ metyId }), String(metyId)).toEqual(metyId === 102 || metyId === 103 ? ['Geofence'] : []);
  });

  it.each([
    ['findMe', 'Kommando: Finn enheten med lyd'],
    ['writeSettings', 'Kommando: Innstillinger'],
    ['deleteSensor', 'Kommando: Fjern sensor'],
    ['constructor', 'Kommando: constructor'],
  ])('says what a message to the device tells it to do: %s', (command, text) => {
    expect(cellsOf({ metyId: metyId.command, direction: 'O', command })[2]).toBe(text);
  });

  it('says which messages are new since the log was opened', () => {
    expect([true, false].map((isNew) => cellsOf({ isNew })[2]?.endsWith('ny'))).toEqual([true, false]);
  });

  it('marks what was sent to the device', () => {
    expect(marksOf({ direction: 'O' })).toEqual(['Sendt til enheten']);
  });

  it('[D4.071] shows how uncertain a poor position on the map is on request only, and offers it for no other', async () => {
    const onDisplay = vi.fn();
    const offered = async (fields: Parameters<typeof transactionRecord>[0], indicator: 'INACTIVE' | 'NONE') => {
      const { unmount } = renderPart(
        <table>
          <tbody>
            <TransactionRow
              transaction={transactionRecord({ tranId: 78, ...fields })}
              {...{ ...alone, indicator, onDisplay }}
            />
          </tbody>
        </table>,
      );
      const button = screen.queryByRole('button', { name: 'Vis i kartet hvor usikker posisjonen er' });
      const isPressed = button?.getAttribute('aria-pressed') ?? null;
      if (button) await userEvent.click(button);
      unmount();
      return isPressed;
    };
    expect(await offered({ posType: 1 }, 'INACTIVE')).toBe('false');
    expect(onDisplay).toHaveBeenCalledExactlyOnceWith(78);
    expect(await offered({ posType: 1 }, 'NONE'), 'it has no marker').toBeNull();
    expect(await offered({ posType: 0 }, 'INACTIVE'), 'it is precise').toBeNull();
  });

  it('shows the signal in fifths of the scale of its hardware', () => {
    const signalOf = (fields: Parameters<typeof transactionRecord>[0]) => cellsOf(fields)[6];
    expect(signalOf({ dehaId: 34, gsmStrength: 55 })).toBe('3/5');
    expect(signalOf({ dehaId: 23, gsmStrength: 31 })).toBe('5/5');
    expect(signalOf({ gsmStrength: null })).toBe('–');
  });

  it('shows when it was received, with a year of two digits [C9.10 D9.041]', () => {
    expect(cellsOf({ recTs: new Date(2026, 10, 20, 18, 49, 26).getTime() })[1]).toBe('20.11.26 18:49:26');
  });

  it.each([1, 3, 6, 107])('opens on a click, and closes on the next one: message type %i [D4.073]', async (metyId) => {
    vi.stubGlobal('fetch', async (url: string) =>
      url.includes('analysis')
        ? Response.json({ alarms: [] })
        : Response.json({ ...transactionRecord({ metyId }), raw: '5b', detail: { steps: 12 } }),
    );
    renderPart(
      <table>
        <tbody>
          <TransactionRow transaction={transactionRecord({ metyId })} {...alone} />
        </tbody>
      </table>,
    );
    const time = screen.getAllByRole('cell')[1] ?? document.body;
    expect(screen.queryByText('Rådata')).toBeNull();
    await userEvent.click(time);
    expect(await screen.findByText('Rådata')).toBeDefined();
    await userEvent.click(time);
    expect(screen.queryByText('Rådata')).toBeNull();
  });

  it('shows the battery of incoming messages with a value above 0 only [D9.049]', () => {
    const batteryOf = (fields: Parameters<typeof transactionRecord>[0]) => cellsOf(fields).at(-1);
    expect(batteryOf({ battery: 1, direction: 'I' })).toBe('1\u202f%');
    expect(batteryOf({ battery: 0, direction: 'I' })).toBe('–');
    expect(batteryOf({ battery: 80, direction: 'S' })).toBe('–');
    expect(batteryOf({ battery: null, direction: 'I' })).toBe('–');
  });

  it.each([
    [{ metyId: 6, isNotifyEvent: true }, ['/ajax/devices/1/transactions/78/events']],
    [{ metyId: 5, isNotifyEvent: false }, []],
  ])('[D4.075] loads its notification events when it is expanded, and only then: %o', async (fields, expected) => {
    const asked: string[] = [];
    const events = [
      { evtyId: 6, createdTime: 1000, eventType: { name: 'lowBattery' }, description: '14 %' },
      { evtyId: 120, createdTime: 1000, eventType: { name: 'technical' }, description: 'alarmReopened' },
    ];
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.endsWith('/events')) return Response.json({ ...transactionRecord(), raw: '5b', detail: null });
      asked.push(url);
      return Response.json({ events });
    });
    renderPart(
      <table>
        <tbody>
          <TransactionRow transaction={transactionRecord({ tranId: 78, ...fields })} {...alone} />
        </tbody>
      </table>,
    );
    expect(asked).toEqual([]);
    await userEvent.click(screen.getByRole('button', { expanded: false }));
    expect(await screen.findByText('Rådata')).toBeDefined();
    if (expected.length > 0)
      for (const text of ['Hendelser', '14 %', 'Tilbakestillingen av alarmen ble angret'])
        expect(await screen.findByText(text)).toBeDefined();
    expect(asked).toEqual(expected);
  });

  it.each([
    [{ metyId: 1 }, 1],
    [{ metyId: 6, subtypes: [6, 3] }, 1],
    [{ metyId: 6 }, 0],
  ])(
    '[D4.074] loads the timeline of its alarms when it is expanded, and not that of the next row: %o',
    async (fields, count) => {
      const asked: string[] = [];
      vi.stubGlobal('fetch', async (url: string) => {
        if (url.includes('analysis')) asked.push(url);
        return url.includes('analysis')
          ? Response.json({ code: 'notFound', errors: [] }, { status: 404 })
          : Response.json({ ...transactionRecord(), raw: '5b', detail: null });
      });
      renderPart(
        <table>
          <tbody>
            {[78, 79].map((tranId) => (
              <TransactionRow key={tranId} transaction={transactionRecord({ tranId, ...fields })} {...alone} />
            ))}
          </tbody>
        </table>,
      );
      const [first] = screen.getAllByRole('button', { expanded: false });
      await userEvent.click(first as HTMLElement);
      expect(await screen.findByText('Rådata')).toBeDefined();
      if (count > 0) await screen.findByText('Meldingen har ingen alarm som du kan se.');
      expect(asked).toEqual(count > 0 ? ['/ajax/alarms/analysis/78'] : []);
    },
  );
});
