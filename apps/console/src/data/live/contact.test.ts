import { describe, expect, it } from 'vitest';
import { contactOf } from './contact.ts';

const lostAt = 1_000_000;
const lost = { state: 'lost' as const, since: lostAt };
const at = (afterMs: number) => lostAt + afterMs;

describe('the contact with the server', () => {
  it('is live while the channel is connected, however long nothing has happened', () => {
    const status = { state: 'connected' as const, since: 0 };
    expect(contactOf({ status, answeredAt: 0, now: at(0) })).toEqual({ state: 'live' });
  });

  it.each([
    [1999, 'live'],
    [2000, 'none'],
  ])('%i ms after the channel was lost is %s', (passed, state) => {
    expect(contactOf({ status: lost, answeredAt: at(-5), now: at(passed) }).state).toBe(state);
  });

  it('is lost since the last sign of it', () => {
    expect(contactOf({ status: lost, answeredAt: at(-5), now: at(3000) })).toEqual({
      state: 'none',
      since: lostAt,
    });
  });

  it('is polling while the alarms can be fetched instead, and lost when that fails too', () => {
    const answeredAt = at(1500);
    expect(contactOf({ status: lost, answeredAt, now: at(51_500) })).toEqual({
      state: 'polling',
      since: lostAt,
    });
    expect(contactOf({ status: lost, answeredAt, now: at(51_501) })).toEqual({
      state: 'none',
      since: answeredAt,
    });
  });

  it('that never existed is lost since the page was opened', () => {
    const status = { state: 'connecting' as const, since: lostAt };
    expect(contactOf({ status, answeredAt: 0, now: at(2000) })).toEqual({ state: 'none', since: lostAt });
  });
});
