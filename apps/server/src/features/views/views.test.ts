import type { SavedView, ViewContent } from '@varde/contract/saved-views';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { forgetViewsOf } from '#domain/views/saved-views.ts';
import { savedViews } from '#domain/views/tables.ts';
import { viewHandlers } from './handlers.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({ group: 'views', handlers: viewHandlers(deps) }));
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.delete(savedViews);
});

type Who = Parameters<FeatureApi['call']>[0];
const content: ViewContent = {
  filter: { status: 'battery', wifi: 1, custId: testCustomers.home },
  sort: 'name',
  columns: ['status', 'name', 'phone'],
};
const body = (fields: object = {}) => ({ name: 'Lavt batteri', custId: null, content, ...fields });
const save = (who: Who, fields?: object) => api.call(who, 'POST', '/ajax/views', body(fields));
const change = (who: Who, viewId: number, fields?: object) =>
  api.call(who, 'PUT', `/ajax/views/${viewId}`, body(fields));
const remove = (who: Who, viewId: number) => api.call(who, 'DELETE', `/ajax/views/${viewId}`);
const seen = async (who: Who): Promise<SavedView[]> => (await api.call(who, 'GET', '/ajax/views')).body.views;
const namesOf = async (who: Who) => (await seen(who)).map(({ name }) => name);

describe('a saved view', () => {
  test('stores filter, order and columns, and is seen, renamed and deleted by its owner only', async () => {
    const { status, body: saved } = await save('nurse');
    expect(status).toBe(200);
    expect(await seen('nurse')).toEqual([
      { viewId: saved.viewId, name: 'Lavt batteri', content, sharedWith: null, abilities: ['change'] },
    ]);
    for (const other of ['colleague', 'manager', 'operator', 'stranger', 'nobody'] as const) {
      expect(await namesOf(other), other).toEqual([]);
      expect((await change(other, saved.viewId)).status).toBe(404);
      expect((await remove(other, saved.viewId)).status).toBe(404);
    }
    expect((await change('nurse', saved.viewId, { name: 'Batteri' })).body).toMatchObject({
      name: 'Batteri',
    });
    expect(await namesOf('nurse')).toEqual(['Batteri']);
    expect((await remove('nurse', saved.viewId)).status).toBe(200);
    expect(await namesOf('nurse')).toEqual([]);
  });

  test('that is shared is seen by the users of the customer and its subtree, and by nobody else', async () => {
    await save('manager', { name: 'Kommunen', custId: testCustomers.municipality });
    await save('manager', { name: 'Det andre hjemmet', custId: testCustomers.otherHome });
    await save('stranger', { name: 'Firmaet', custId: testCustomers.firm });
    expect(await namesOf('nurse')).toEqual(['Kommunen']);
    expect(await namesOf('tracker')).toEqual(['Kommunen']);
    expect(await namesOf('manager')).toEqual(['Det andre hjemmet', 'Kommunen']);
    expect(await namesOf('stranger')).toEqual(['Firmaet']);
    expect(await namesOf('nobody')).toEqual([]);
    expect((await seen('nurse'))[0]).toMatchObject({
      sharedWith: { custId: testCustomers.municipality, firmName: 'municipality' },
      abilities: [],
    });
  });

  test('is shared, changed and deleted for a customer by its administrators, and that is audited', async () => {
    const shared = { name: 'Delt', custId: testCustomers.home };
    expect((await save('nurse', shared)).status).toBe(403);
    expect((await save('manager', { ...shared, custId: testCustomers.firm })).status).toBe(403);
    expect((await api.call('nurse', 'GET', '/ajax/views')).body.mayShare).toBe(false);
    expect((await api.call('manager', 'GET', '/ajax/views')).body.mayShare).toBe(true);
    const { viewId } = (await save('manager', shared)).body;
    expect((await change('nurse', viewId, shared)).status).toBe(403);
    expect((await remove('nurse', viewId)).status).toBe(403);
    expect((await change('stranger', viewId, shared)).status).toBe(404);
    expect((await change('manager', viewId, { ...shared, custId: testCustomers.firm })).status).toBe(403);
    expect((await remove('manager', viewId)).status).toBe(200);
    const entries = await api.db
      .select({ action: auditEntries.action, custId: auditEntries.custId })
      .from(auditEntries)
      .where(eq(auditEntries.custId, testCustomers.home))
      .orderBy(auditEntries.auditId);
    expect(entries).toEqual([
      { action: 'view.saved', custId: testCustomers.home },
      { action: 'view.deleted', custId: testCustomers.home },
    ]);
  });

  test('is shared by a coordinator of the customer with its users, and not beyond it', async () => {
    api.setRights('colleague', { policies: [{ role: 'FIRM', custId: testCustomers.home }] });
    const shared = { name: 'Vaktlisten', custId: testCustomers.home };
    expect((await api.call('colleague', 'GET', '/ajax/views')).body.mayShare).toBe(true);
    const { status, body: saved } = await save('colleague', shared);
    expect([status, saved.abilities]).toEqual([200, ['change']]);
    expect(await namesOf('nurse')).toEqual(['Vaktlisten']);
    for (const custId of [testCustomers.municipality, testCustomers.otherHome, testCustomers.firm])
      expect((await save('colleague', { ...shared, custId })).status, String(custId)).toBe(403);
    expect((await remove('nurse', saved.viewId)).status).toBe(403);
    expect((await remove('colleague', saved.viewId)).status).toBe(200);
  });

  test('is opened by tracker-only users when it is shared with them, and saved by none of them', async () => {
    const { viewId } = (await save('manager', { name: 'Delt', custId: testCustomers.home })).body;
    expect(await namesOf('tracker')).toEqual(['Delt']);
    expect((await save('tracker')).status).toBe(403);
    expect((await change('tracker', viewId)).status).toBe(403);
    expect((await remove('tracker', viewId)).status).toBe(403);
  });

  test('that is moved to another customer, or no longer shared, leaves an entry at the former one', async () => {
    const { viewId } = (await save('manager', { custId: testCustomers.home })).body;
    await change('manager', viewId, { name: 'Flyttet', custId: testCustomers.otherHome });
    await change('manager', viewId, { name: 'Egen' });
    const entries = (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId)).slice(-4);
    expect(entries.map(({ action, custId, content }) => [action, custId, JSON.parse(content).after.name])).toEqual([
      ['view.saved', testCustomers.home, 'Lavt batteri'],
      ['view.deleted', testCustomers.home, 'Lavt batteri'],
      ['view.saved', testCustomers.otherHome, 'Flyttet'],
      ['view.deleted', testCustomers.otherHome, 'Flyttet'],
    ]);
  });

  test('[C7.24] stores the words of a sensor as the other filters', async () => {
    const finding = { ...content, filter: { sensor: 'Røykvarsler', status: 'battery' } };
    expect((await save('nurse', { content: finding })).body.content.filter).toEqual(finding.filter);
  });

  test('stores no search, which may be a name, and no unknown filter or column', async () => {
    const searching = { ...content, filter: { search: 'Kari', status: 'battery' } };
    expect((await save('nurse', { content: searching })).body.content.filter).toEqual({ status: 'battery' });
    for (const wrong of [{ columns: ['secret'] }, { columns: [] }, { sort: 'x' }, { filter: { status: 'x' } }])
      expect((await save('nurse', { content: { ...content, ...wrong } })).status).toBe(400);
    for (const name of ['', ' ', 'x'.repeat(61)]) expect((await save('nurse', { name })).status).toBe(400);
  });

  test('is refused beyond a hundred of a user', async () => {
    const row = { userId: 2, custId: null, name: 'a', content, changedAt: new Date() };
    await api.db.insert(savedViews).values(Array.from({ length: 99 }, () => row));
    expect((await save('nurse')).status).toBe(200);
    expect((await save('nurse')).body).toMatchObject({ code: 'tooManyViews' });
    expect((await save('colleague')).status).toBe(200);
  });

  test('of an erased user is deleted, and shared ones stay without their owner', async () => {
    await save('manager', { name: 'Egen' });
    await save('manager', { name: 'Delt', custId: testCustomers.home });
    const [{ userId } = { userId: null }] = await api.db.select().from(savedViews);
    await forgetViewsOf(api.db, userId ?? 0);
    const kept = await api.db.select().from(savedViews);
    expect(kept.map(({ name, userId: owner }) => [name, owner])).toEqual([['Delt', null]]);
  });
});
