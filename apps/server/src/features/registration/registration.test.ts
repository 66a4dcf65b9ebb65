import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCustomer, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries, couponCodes, customers, outbox, userPolicies, users } from '#platform/schema.ts';

const clock = createManualClock();
const register = createServer((_request, response) => response.end(JSON.stringify({ navn: 'FIRMA AS' })));
let server: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`;
  server = await startTestServer({ clock, environment: { VARDE_BRREG_URL: url } });
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => register.close(resolve));
});

const code = 'ABCDE23456';
let firm: number;
beforeEach(async () => {
  await server.clear();
  firm = await createCustomer(server.db, { kind: 'firm', firmName: 'Trygg AS' });
  await server.db
    .insert(couponCodes)
    .values({ code, custId: firm, note: '', maxUses: 2, createdAt: new Date(clock.now()) });
});

const newUser = {
  firstName: 'Åse',
  lastName: 'Ny',
  mobile: '912 34 567',
  username: 'aase@test.example',
  passwordClear: 'fjellrev spiser blåbær',
  tfaEnabled: false,
};
const post = (path: string, body: object) => server.call('POST', `/ajax${path}`, { body });
const registerPrivate = (user: object = {}, coupon = code) =>
  post(`/customer/new/${coupon}`, {
    customer: { privateUser: true, address: { placeholder: true }, countryId: 1, ahpId: 1 },
    user: { ...newUser, ...user },
  });
const company = {
  name: 'Fjelldrift AS',
  orgNum: '974 760 673',
  reference: 'Ref',
  address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
  billingAddress: null,
  countryId: 1,
  ahpId: 1,
};
const registerCompany = (customer: object = {}, user: object = {}) =>
  post('/customer/new/', {
    customer: { ...company, company: true, ...customer },
    user: { ...newUser, ...user },
  });
const confirm = () =>
  server.db.update(users).set({ emailValidatedAt: new Date() }).where(eq(users.username, newUser.username));
const lastMail = async () => {
  const [mail] = await server.db.select().from(outbox).orderBy(desc(outbox.mailId)).limit(1);
  return mail;
};
const login = () =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username: newUser.username, password: newUser.passwordClear }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('a private user who registers', () => {
  test('becomes a customer below the firm of the coupon, and logs in once the address is confirmed', async () => {
    expect(await registerPrivate()).toMatchObject({ status: 200, body: {} });
    const [user] = await server.db.select().from(users);
    expect(user).toMatchObject({ username: newUser.username, mobile: '+4791234567', language: 'nb' });
    const [customer] = await server.db.select().from(customers).where(eq(customers.parentId, firm));
    expect(customer).toMatchObject({ kind: 'private', firmName: 'Åse Ny' });
    expect(await server.db.select().from(userPolicies)).toEqual([
      { userId: user?.userId, role: 'RESTRICTED_USER', custId: customer?.custId },
    ]);
    expect((await login()).status).not.toBe(200);
    const mail = await lastMail();
    expect(mail).toMatchObject({ template: 'validateEmail', recipient: newUser.username });
    const token = String(mail?.content?.path).split('/').at(-1);
    expect((await server.call('GET', `/ajax/user/validation/${token}`)).status).toBe(200);
    expect(await login()).toMatchObject({ status: 200, body: { abilities: ['private'] } });
    const [entry] = await server.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'customer.registered', custId: customer?.custId });
  });

  test('uses the coupon up, of which the last is given once', async () => {
    await registerPrivate();
    const both = await Promise.all([
      registerPrivate({ username: 'b@test.example' }),
      registerPrivate({ username: 'c@test.example' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await server.db.select().from(users)).toHaveLength(2);
  });

  test('gets the same answer when the username is taken; its owner gets a mail, and nothing else happens', async () => {
    await createUser(server.db, { role: 'FIRM', custId: firm }, newUser.username);
    expect(await registerPrivate()).toMatchObject({ status: 200, body: {} });
    expect(await lastMail()).toMatchObject({
      template: 'alreadyRegistered',
      recipient: newUser.username,
    });
    expect(await server.db.select().from(users)).toHaveLength(1);
    expect(await server.db.select().from(customers)).toHaveLength(1);
    const [coupon] = await server.db.select().from(couponCodes);
    expect(coupon?.uses).toBe(0);
  });

  test.each([
    ['a code that there is not', {}, 'AAAAA99999', 'couponCode'],
    ['a password that is guessed first', { passwordClear: 'Sommer2026!!!!' }, code, 'user.passwordClear'],
    ['a phone number that is none', { mobile: '12' }, code, 'user.mobile'],
    ['a username that is no address', { username: 'aase' }, code, 'user.username'],
    ['no first name', { firstName: ' ' }, code, 'user.firstName'],
    ['a name that breaks lines', { lastName: 'a\r\nBcc: x@y.example' }, code, 'user.lastName'],
  ])('is refused with %s', async (_, user, coupon, path) => {
    const answer = await registerPrivate(user, coupon);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
    expect(await server.db.select().from(users)).toHaveLength(0);
  });

  test('cannot bring a role, a customer or an id along', async () => {
    await registerPrivate({
      userId: 1,
      policies: [{ role: 'SUPERFIRM', custId: null }],
      custId: 1,
      emailValidatedAt: 0,
      isAdmin: true,
    });
    expect((await server.db.select().from(userPolicies)).map(({ role }) => role)).toEqual([
      'RESTRICTED_USER',
    ]);
    const [user] = await server.db.select().from(users);
    expect(user?.emailValidatedAt).toBeNull();
  });
});

describe('a company that registers', () => {
  test('becomes a firm at the top of the tree, whose first user administers it', async () => {
    expect(await registerCompany()).toMatchObject({ status: 200, body: {} });
    const [customer] = await server.db.select().from(customers).where(eq(customers.firmName, company.name));
    expect(customer).toMatchObject({
      kind: 'firm',
      parentId: null,
      orgNumber: '974760673',
      reference: 'Ref',
      address: company.address,
    });
    expect(await server.db.select().from(userPolicies)).toMatchObject([
      { role: 'SUPERFIRM', custId: customer?.custId },
    ]);
    expect(await lastMail()).toMatchObject({ template: 'validateEmail' });
  });

  test.each([
    [{ orgNum: '974760674' }, 'customer.orgNum'],
    [{ name: '' }, 'customer.name'],
    [{ address: { ...company.address, zip: '60' } }, 'customer.address.zip'],
    [{ billingAddress: { ...company.address, city: '' } }, 'customer.billingAddress.city'],
    [{ market: 4, orgNum: '556036-0793' }, 'customer.address.zip'],
    [{ company: false }, 'customer.company'],
  ])('is refused with %j', async (customer, path) => {
    expect(await registerCompany(customer)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });

  test('is refused when the number is registered already', async () => {
    await registerCompany();
    await confirm();
    expect(await registerCompany({}, { username: 'b@test.example' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'customer.orgNum' }] },
    });
  });

  test('keeps its number for itself once the address is confirmed: before, that would tell whether the username was taken, and anybody could block a firm', async () => {
    const check = async () => (await post('/customer/validate/', company)).status;
    await createUser(server.db, undefined, newUser.username);
    await registerCompany();
    const afterTaken = await check();
    await server.db.delete(users);
    await registerCompany();
    expect([afterTaken, await check()]).toEqual([200, 200]);
    expect((await registerCompany({}, { username: 'b@test.example' })).status).toBe(200);
    await confirm();
    expect(await check()).toBe(400);
  });

  test('that an administrator has added keeps its number without any user', async () => {
    await createCustomer(server.db, { kind: 'firm' });
    await server.db.update(customers).set({ orgNumber: '974760673' });
    expect((await registerCompany()).status).toBe(400);
  });
});

describe('the checks of the forms', () => {
  const fields = {
    firstName: 'Åse',
    lastName: 'Ny',
    mobile: '91234567',
    username: 'aase@test.example',
    language: 'nb_no',
    timezone: 0,
    emailAsUsername: true,
    userId: 0,
  };

  test('say the same of a username that is taken and one that is not', async () => {
    const free = await post('/user/validate', fields);
    await createUser(server.db, undefined, fields.username);
    expect(await post('/user/validate', fields)).toMatchObject({ status: free.status, body: free.body });
    expect(free.status).toBe(200);
    expect((await post('/user/validate', { ...fields, mobile: '1' })).status).toBe(400);
    expect((await post('/user/validate', { ...fields, userId: 7 })).status).toBe(400);
  });

  test('know a coupon code however it is written, and until it ends', async () => {
    const check = async (text: string) =>
      (await server.call('GET', `/ajax/customer/validateCouponCode/${encodeURIComponent(text)}`)).body;
    expect(await check('abcde-23456')).toEqual({ valid: true, firmName: 'Trygg AS' });
    expect(await check("' or 1=1 --")).toEqual({ valid: false, firmName: null });
    await server.db.update(couponCodes).set({ validUntil: new Date(clock.now()) });
    expect(await check(code)).toEqual({ valid: false, firmName: null });
  });

  test('look at the name and the details of a company', async () => {
    const name = (text: string) =>
      server.call('GET', `/ajax/customer/validateOrgName/${encodeURIComponent(text)}`);
    expect((await name('Fjelldrift AS')).body).toEqual({ valid: true });
    expect((await name('x'.repeat(130))).body).toEqual({ valid: false });
    expect((await post('/customer/validate/', company)).status).toBe(200);
    await registerCompany();
    await confirm();
    expect((await post('/customer/validate/', company)).status).toBe(400);
  });

  test('ask the public register where the installation has one', async () => {
    const look = async (number: string) => (await server.call('GET', `/ajax/customer/lookUp/${number}`)).body;
    expect(await look('974760673')).toEqual({ organisation: { name: 'FIRMA AS', address: null } });
    expect(await look('974760674')).toEqual({ organisation: null });
    expect((await server.call('GET', '/ajax/config')).body).toMatchObject({ organisationLookUp: true });
  });
});

test('whoever tries codes or registers without end has to wait', async () => {
  const tries = (count: number, call: () => Promise<{ status: number }>) =>
    Array.from({ length: count }).reduce<Promise<number>>(async (before) => {
      await before;
      return (await call()).status;
    }, Promise.resolve(0));
  const guess = () => server.call('GET', '/ajax/customer/validateCouponCode/AAAAA99999');
  expect(await tries(30, guess)).toBe(200);
  expect((await guess()).status).toBe(429);
  expect(await tries(20, () => registerPrivate({}, 'AAAAA99999'))).toBe(400);
  expect((await registerPrivate()).status).toBe(429);
});

test('nobody is flooded with mails that they are registered already, and the answer stays the same', async () => {
  await createUser(server.db, undefined, newUser.username);
  for (let n = 0; n < 6; n++) expect((await registerCompany()).status).toBe(200);
  expect(await server.db.select().from(outbox)).toHaveLength(3);
});

test('trying many codes at once gives no more tries', async () => {
  const guesses = Array.from({ length: 60 }, (_, n) =>
    server.call('GET', `/ajax/customer/validateCouponCode/AAAAA${10_000 + n}`),
  );
  const answers = (await Promise.all(guesses)).map(({ status }) => status);
  expect(answers.filter((status) => status === 200)).toHaveLength(30);
});

test('who sends a registration several times at once gets one customer and one account', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => registerCompany()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await server.db.select().from(customers)).toHaveLength(2);
  expect(await server.db.select().from(users)).toHaveLength(1);
});
