import type { IdentityName } from '@varde/contract/events';
import { type FeatureApi, openFeatureApi, type Person, testCustomers } from '@varde/testing/feature-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceIdentities } from '#domain/devices/tables.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
let foreign: number;
const changed: IdentityName[] = [];
const woken: number[] = [];

beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
  api.bus.onIdentityChanged((name) => changed.push(name));
  api.bus.onCommandsChanged((id) => woken.push(id));
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice();
  foreign = await api.addDevice({ custId: testCustomers.firm });
  changed.length = 0;
  woken.length = 0;
});

const path = (id = deviId) => `/ajax/devices/${id}/identities`;
const list = (who: Person, id = deviId) => api.call(who, 'GET', path(id));
const add = (who: Person, name: IdentityName, id = deviId) => api.call(who, 'POST', path(id), name);
const remove = (who: Person, { protocol, identity }: IdentityName, id = deviId) =>
  api.call(who, 'DELETE', `${path(id)}/${protocol}/${encodeURIComponent(identity)}`);
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.identities.map(({ protocol, identity }: IdentityName) => [protocol, identity]);
const deeds = async () =>
  (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId))
    .map(({ content }) => JSON.parse(content))
    .filter(({ action }) => action.startsWith('device.identity'));
const phone = { protocol: 'http', identity: 'stue/1-æ' };

describe('an administrator of the installation', () => {
  test('sees a device’s identities, and not its secrets', async () => {
    await api.db.insert(deviceIdentities).values({ deviId, protocol: 'watch', identity: 'w', secret: 'told-nobody' });
    const answer = await list('admin');
    expect(answer.body.identities).toMatchObject([
      { protocol: 'eview', hasSecret: false },
      { protocol: 'watch', identity: 'w', hasSecret: true },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('told-nobody');
  });

  test('adds one: its token is returned once, its hash stored, and the change audited', async () => {
    const answer = await add('admin', phone);
    expect(answer.status).toBe(200);
    expect(namesOf(answer)).toContainEqual([phone.protocol, phone.identity]);
    const { token } = answer.body;
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = (await api.db.select().from(deviceIdentities)).find(({ protocol }) => protocol === 'http');
    expect(stored).toMatchObject({ deviId, identity: phone.identity, secret: hashOfToken(token) });
    expect(JSON.stringify((await list('admin')).body)).not.toContain(token);
    expect(changed).toEqual([phone]);
    const [deed] = (await deeds()).slice(-1);
    expect(deed).toMatchObject({ action: 'device.identityAdded', custId: testCustomers.home, after: phone });
    expect(JSON.stringify(deed)).not.toContain(token);
    expect((await add('admin', { protocol: 'watch', identity: '9900000001' })).body.token).toBeNull();
  });

  test('is refused an identity that any device has, on that protocol only', async () => {
    await add('admin', phone, foreign);
    const before = (await deeds()).length;
    for (const id of [deviId, foreign])
      expect(await add('admin', phone, id)).toMatchObject({
        status: 409,
        body: { code: 'identityTaken' },
      });
    expect(await deeds()).toHaveLength(before);
    expect((await add('admin', { ...phone, protocol: 'osmand' })).status).toBe(200);
  });

  test.each([
    { protocol: 'eview', identity: '12345' },
    { protocol: 'watch', identity: '12345678901' },
    { protocol: 'http', identity: 'with blank' },
    { protocol: 'http', identity: '' },
    { protocol: 'sia', identity: '1234' },
  ])('is refused $identity on $protocol, which no device can send', async (name) => {
    expect(await add('admin', name)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
    expect((await list('admin')).body.identities).toHaveLength(1);
    expect(changed).toEqual([]);
  });

  test('removes one: the removal is audited, and published to gateway and processing', async () => {
    await add('admin', phone);
    changed.length = 0;
    expect(await remove('admin', phone)).toMatchObject({ status: 200 });
    expect((await list('admin')).body.identities).toHaveLength(1);
    expect([changed, woken]).toEqual([[phone], [deviId]]);
    expect((await deeds()).at(-1)).toMatchObject({ action: 'device.identityRemoved', before: phone });
    expect(await remove('admin', phone)).toMatchObject({ status: 404 });
  });

  test('adds and removes the longest one, which its address writes with nine characters for each of its own', async () => {
    const longest = { protocol: 'http', identity: '㎡'.repeat(128) };
    expect((await add('admin', longest)).status).toBe(200);
    expect((await remove('admin', longest)).status).toBe(200);
  });

  test('cannot remove one from a device that does not have it', async () => {
    await add('admin', phone, foreign);
    expect((await remove('admin', phone)).status).toBe(404);
    expect(namesOf(await list('admin', foreign))).toContainEqual([phone.protocol, phone.identity]);
  });

  test('answers notFound for a device that does not exist', async () => {
    for (const answer of [list('admin', 999), add('admin', phone, 999), remove('admin', phone, 999)])
      expect(await answer).toMatchObject({ status: 404 });
  });
});

test.each(['nurse', 'manager', 'tracker', 'stranger', 'nobody'] as const)(
  'the %s, an administrator of a part of it at most, neither sees, adds nor removes any',
  async (who) => {
    const before = await api.db.select().from(deviceIdentities);
    for (const answer of [list(who), add(who, phone), remove(who, { protocol: 'eview', identity: '1' })])
      expect(await answer).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect(await api.db.select().from(deviceIdentities)).toEqual(before);
    expect(changed).toEqual([]);
  },
);
