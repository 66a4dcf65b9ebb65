import { createCustomer, createUser } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registrations, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { couponCodes, customers } from '#domain/customers/tables.ts';
import { renderMail } from '#domain/messages/render-mail.ts';
import { outbox } from '#domain/messages/tables.ts';
import { registrationMails } from '../../jobs/registration-mails.ts';
import { retention } from '../../jobs/retention.ts';

const clock = createManualClock();
let server: TestServer;
let run: ReturnType<typeof createJobRunner>;
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ clock }); // approval, as in production
  run = createJobRunner(server, clock);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const chief = await createUser(server.db, { role: 'SUPERFIRM', custId: null }, 'admin@test.example');
  admin = await server.loginAs(chief);
});

const day = 86_400_000;
const password = 'fjellrev spiser blåbær';
const numbers = ['974760673', '923609016', '971035854'] as const;
const call = (method: 'GET' | 'POST', path: string, body?: object, as = admin): Promise<TestAnswer> =>
  server.call(method, `/ajax/${path}`, { as, ...(body === undefined ? {} : { body }) });

const registerFirm = (username: string, orgNum: string = numbers[0], name = 'Fjelldrift AS') =>
  server.call('POST', '/ajax/customer/new/', {
    body: {
      customer: {
        company: true,
        name,
        orgNum,
        reference: 'Ref',
        address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
        billingAddress: null,
      },
      user: { firstName: 'Åse', lastName: 'Ny', mobile: '912 34 567', username, passwordClear: password },
    },
  });
const tokenFor = async (username: string) => {
  await run(registrationMails);
  const mail = (await mailsIn(server.db, username)).at(-1);
  return String(mail?.content?.path).replace('/validate/', '');
};
const confirm = (token: string) => server.call('GET', `/ajax/user/validation/${token}`);
/** A firm that has confirmed its address; returns its registration's id. */
const waiting = async (username: string, orgNum?: string, name?: string): Promise<number> => {
  await registerFirm(username, orgNum, name);
  expect(await confirm(await tokenFor(username))).toMatchObject({ status: 200, body: { state: 'waiting' } });
  const [row] = await server.db
    .select({ id: registrations.registrationId })
    .from(registrations)
    .where(eq(registrations.username, username));
  return row?.id ?? 0;
};
const login = async (username: string) => {
  const answer = await server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return answer.status;
};
const list = async (query = '', as = admin) => (await call('GET', `registrations${query}`, undefined, as)).body;
const firms = async () => (await server.db.select().from(customers)).map(({ firmName }) => firmName);
const mailsTo = async (recipient: string) => (await mailsIn(server.db, recipient)).map(({ template }) => template);
const approve = (id: number, as = admin) => call('POST', `registrations/${id}/approval`, undefined, as);
const reject = (id: number, reason = 'Vi kjenner ikke firmaet', as = admin) =>
  call('POST', `registrations/${id}/rejection`, { reason }, as);

const nora = 'nora@test.example';
const ola = 'ola@test.example';

describe('a firm that has registered', () => {
  test('waits once it has confirmed its address, and nothing of it is active before the approval', async () => {
    await registerFirm(nora);
    expect(await list()).toMatchObject({ registrations: [], total: 0 });
    const token = await tokenFor(nora);
    expect((await confirm(token)).body).toEqual({ username: nora, state: 'waiting' });
    expect((await confirm(token)).body).toEqual({ username: nora, state: 'waiting' });
    expect(await login(nora)).toBe(401);
    expect(await firms()).toEqual([]);
    expect((await server.db.select().from(users)).map(({ username }) => username)).toEqual(['admin@test.example']);
    expect(await list()).toEqual({
      registrations: [
        {
          registrationId: expect.any(Number),
          firmName: 'Fjelldrift AS',
          orgNumber: numbers[0],
          reference: 'Ref',
          address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
          billingAddress: null,
          firstName: 'Åse',
          lastName: 'Ny',
          mobile: '+4791234567',
          username: nora,
          createdAt: clock.now(),
          confirmedAt: clock.now(),
          sameNumber: null,
        },
      ],
      total: 1,
      nextCursor: null,
    });
  });

  test('becomes a customer when it is approved, is notified by mail, and its first user administers it', async () => {
    const id = await waiting(nora);
    const { body } = await approve(id);
    const [firm] = await server.db.select().from(customers);
    expect(firm).toMatchObject({
      custId: body.custId,
      kind: 'firm',
      parentId: null,
      orgNumber: numbers[0],
      approved: true,
    });
    expect(await login(nora)).toBe(200);
    expect(await mailsTo(nora)).toEqual(['validateEmail', 'registrationApproved']);
    expect(await list()).toMatchObject({ registrations: [], total: 0 });
    const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'registration.approved'));
    expect(entry).toMatchObject({ custId: body.custId });
    for (const again of [approve, reject]) expect((await again(id)).status).toBe(404);
  });

  test('is deleted when it is rejected, gets the reason by mail, and may register again', async () => {
    const id = await waiting(nora);
    for (const reason of ['', '  ', 'a\nb', 'x'.repeat(501)]) expect((await reject(id, reason)).status).toBe(400);
    expect((await reject(id, '<b>Nei</b> {{path}}')).status).toBe(200);
    expect(await server.db.select().from(registrations)).toEqual([]);
    expect(await firms()).toEqual([]);
    expect(await login(nora)).toBe(401);
    expect(await mailsTo(nora)).toEqual(['validateEmail', 'registrationRejected']);
    const [mail] = await server.db.select().from(outbox).where(eq(outbox.template, 'registrationRejected'));
    const { html, text } = renderMail({ ...mail, content: mail?.content ?? {} } as never, 'https://x') ?? {};
    expect(text).toContain('<b>Nei</b> {{path}}');
    expect(html).toContain('&lt;b&gt;Nei&lt;/b&gt; {{path}}');
    const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'registration.rejected'));
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({
      custId: null,
      subjectId: id,
      before: { firmName: 'Fjelldrift AS', orgNumber: numbers[0] },
      after: { reason: '<b>Nei</b> {{path}}' },
    });
    expect((await approve(id)).status).toBe(404);
    expect((await approve(await waiting(nora))).status).toBe(200);
  });

  test('waits without a limit, while unconfirmed registrations expire', async () => {
    const id = await waiting(nora);
    await registerFirm(ola, numbers[1]);
    clock.advance(60 * day);
    await run(retention);
    expect((await server.db.select().from(registrations)).map(({ username }) => username)).toEqual([nora]);
    admin = await server.loginAs({ userId: 1 });
    expect((await approve(id)).status).toBe(200);
  });

  test('is decided once by two concurrent decisions', async () => {
    const id = await waiting(nora);
    const answers = await Promise.all([approve(id), reject(id), approve(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await firms()).length).toBe(answers[1].status === 200 ? 0 : 1);
  });

  test('is announced to the administrators of the installation by mail, three times an hour at most', async () => {
    const custId = await createCustomer(server.db);
    await createUser(server.db, { role: 'SUPERFIRM', custId }, 'kommune@test.example');
    await createUser(server.db, { role: 'AHP', custId }, 'alarm@test.example');
    const gone = await createUser(server.db, { role: 'SUPERFIRM', custId: null }, 'sluttet@test.example');
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, gone.userId));
    for (let n = 0; n < 4; n++) await waiting(`n${n}@test.example`);
    expect(await mailsTo('admin@test.example')).toEqual(Array(3).fill('registrationWaiting'));
    for (const other of ['kommune@test.example', 'alarm@test.example', 'sluttet@test.example'])
      expect(await mailsTo(other)).toEqual([]);
  });
});

describe('two firms with one number', () => {
  test('both wait, the administrator can tell them apart, and approving the second is refused', async () => {
    const [first, second] = [await waiting(nora), await waiting(ola, numbers[0], 'Fjelldrift 2 AS')];
    expect(await approve(second)).toMatchObject({ status: 200 });
    expect(await list()).toMatchObject({
      registrations: [{ registrationId: first, sameNumber: { firmName: 'Fjelldrift 2 AS' } }],
    });
    expect(await approve(first)).toMatchObject({ status: 409, body: { code: 'orgNumberTaken' } });
    expect(await firms()).toEqual(['Fjelldrift 2 AS']);
    expect(await login(nora)).toBe(401);
    expect((await reject(first, 'Firmaet er registrert fra før')).status).toBe(200);
  });

  test('are never both approved, also concurrently', async () => {
    const ids = [await waiting(nora), await waiting(ola)];
    const answers = await Promise.all(ids.map((id) => approve(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await firms()).toHaveLength(1);
    expect(await server.db.select().from(users)).toHaveLength(2);
  });
});

test('a username that was taken meanwhile is refused to the administrator, and nothing of the firm is created', async () => {
  const id = await waiting(nora);
  await createUser(server.db, undefined, nora);
  expect(await approve(id)).toMatchObject({ status: 409, body: { code: 'usernameTaken' } });
  expect(await firms()).toEqual([]);
  expect((await reject(id)).status).toBe(200);
});

test('the list comes page by page, the longest waiting first, each once', async () => {
  const tokens = [];
  for (const [n, orgNum] of numbers.entries()) {
    await registerFirm(`n${n}@test.example`, orgNum);
    tokens.push(await tokenFor(`n${n}@test.example`));
  }
  for (const token of tokens.toReversed()) {
    await confirm(token);
    if (token === tokens[2]) clock.advance(1); // the others confirm at the same moment
  }
  const first = await list('?limit=2');
  expect(first.total).toBe(3);
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect(second.nextCursor).toBeNull();
  const pages = [...first.registrations, ...second.registrations];
  expect(pages.map(({ orgNumber }: { orgNumber: string }) => orgNumber)).toEqual([numbers[2], numbers[0], numbers[1]]);
});

test('administrators of a single customer see and decide no firm', async () => {
  const custId = await createCustomer(server.db);
  const id = await waiting(nora);
  const manager = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId }));
  for (const answer of [
    await call('GET', 'registrations', undefined, manager),
    await approve(id, manager),
    await reject(id, 'Nei', manager),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
});

test('a private user with the coupon of a firm needs no approval', async () => {
  const firm = await createCustomer(server.db, { kind: 'firm' });
  await server.db
    .insert(couponCodes)
    .values({ code: 'ABCDE23456', custId: firm, note: '', maxUses: 1, createdAt: new Date(clock.now()) });
  await server.call('POST', '/ajax/customer/new/ABCDE23456', {
    body: {
      customer: { privateUser: true },
      user: { firstName: 'Åse', lastName: 'Ny', mobile: '91234567', username: nora, passwordClear: password },
    },
  });
  expect((await confirm(await tokenFor(nora))).body).toMatchObject({ state: 'active' });
  expect(await login(nora)).toBe(200);
});

test('where registration is closed every call says so, nothing is stored, and an earlier link confirms nothing', async () => {
  const closed = await startTestServer({ clock, environment: { VARDE_REGISTRATION: 'closed' } });
  const user = { firstName: 'Å', lastName: 'N', mobile: '91234567', username: nora };
  const address = { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' };
  const details = { name: 'F AS', orgNum: numbers[0], address };
  const calls = [
    ['POST', '/ajax/user/validate', { ...user }],
    ['GET', '/ajax/customer/validateCouponCode/ABCDE23456'],
    ['GET', '/ajax/customer/validateOrgName/F'],
    ['POST', '/ajax/customer/validate/', details],
    ['GET', `/ajax/customer/lookUp/${numbers[0]}`],
    [
      'POST',
      '/ajax/customer/new/',
      { customer: { ...details, company: true }, user: { ...user, passwordClear: password } },
    ],
    [
      'POST',
      '/ajax/customer/new/ABCDE23456',
      { customer: { privateUser: true }, user: { ...user, passwordClear: password } },
    ],
  ] as const;
  for (const [method, path, body] of calls)
    expect(await closed.call(method, path, body === undefined ? {} : { body }), path).toMatchObject({
      status: 403,
      body: { code: 'registrationClosed' },
    });
  expect(await closed.db.select().from(registrations)).toEqual([]);
  expect((await closed.call('GET', '/ajax/config')).body).toMatchObject({ registration: 'closed' });

  await registerFirm(ola);
  const token = await tokenFor(ola);
  await closed.db.insert(registrations).values(await server.db.select().from(registrations));
  expect(await closed.call('GET', `/ajax/user/validation/${token}`)).toMatchObject({
    status: 403,
    body: { code: 'registrationClosed' },
  });
  expect(await closed.db.select().from(registrations)).toMatchObject([{ state: 'unconfirmed' }]);
  await closed.close();
});
