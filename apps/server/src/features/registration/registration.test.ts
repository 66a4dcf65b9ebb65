import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RegistrationMode } from '@varde/catalogue/registration-modes';
import { createCustomer, createUser, testPassword } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registrations, userPolicies, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { couponCodes, customers } from '#domain/customers/tables.ts';
import { accountMails } from '../../jobs/account-mails.ts';
import { registrationMails } from '../../jobs/registration-mails.ts';
import { retention } from '../../jobs/retention.ts';

const clock = createManualClock();
const register = createServer((_request, response) => response.end(JSON.stringify({ navn: 'FIRMA AS' })));
let server: TestServer;
let run: ReturnType<typeof createJobRunner>;
beforeAll(async () => {
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(register.address() as AddressInfo).port}`;
  server = await startTestServer({
    clock,
    environment: { VARDE_BRREG_URL: url, VARDE_REGISTRATION: 'open' satisfies RegistrationMode },
  });
  run = createJobRunner(server, clock);
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => register.close(resolve));
});

const hour = 3_600_000;
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
  billingAddress: { address1: 'Postboks 1', address2: 'c/o Regnskap', zip: '6001', city: 'Ålesund' },
  countryId: 1,
  ahpId: 1,
};
const registerCompany = (customer: object = {}, user: object = {}) =>
  post('/customer/new/', {
    customer: { ...company, company: true, ...customer },
    user: { ...newUser, ...user },
  });
/** The link in the latest mail to an address; queues the mail when it is due. */
const linkTo = async (recipient = newUser.username) => {
  await run(registrationMails);
  const mail = (await mailsIn(server.db, recipient)).at(-1);
  return String(mail?.content?.path).replace('/validate/', '');
};
const confirm = (token: string) => server.call('GET', `/ajax/user/validation/${token}`);
const mails = async () => (await mailsIn(server.db)).map(({ template, recipient }) => [template, recipient]);
const login = (username = newUser.username, password = newUser.passwordClear) =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** The customers and users, apart from the firm with the coupon. */
const made = async () => ({
  customers: (await server.db.select().from(customers)).filter(({ custId }) => custId !== firm),
  users: await server.db.select().from(users),
});
const nothing = { customers: [], users: [] };

describe('the fixed values of a registration', () => {
  const activeCustomer = async (parentId: number | null) => {
    await confirm(await linkTo());
    const [customer] = await server.db
      .select()
      .from(customers)
      .where(and(parentId === null ? isNull(customers.parentId) : eq(customers.parentId, parentId), isNew))
      .orderBy(desc(customers.custId));
    return customer;
  };
  /** Two alarm centres; the first is the installation's. */
  const addCentres = async () => {
    const first = await createCustomer(server.db, { kind: 'partner', firmName: 'Kystvakt' });
    return [first, await createCustomer(server.db, { kind: 'partner', firmName: 'Fjellvakt' })] as const;
  };
  const isNew = inArray(customers.kind, ['firm', 'private']);

  test('country 1 and alarm centre 1 are kept: the installation’s first takes the alarms [C7.55]', async () => {
    const [first] = await addCentres();
    await registerCompany();
    expect(await activeCustomer(null)).toMatchObject({
      firmName: 'Fjelldrift AS',
      countryId: 1,
      defaultAhp: first,
    });
    await registerPrivate({ username: 'per@test.example' });
    await confirm(await linkTo('per@test.example'));
    const [privateCustomer] = await server.db.select().from(customers).where(eq(customers.parentId, firm));
    expect(privateCustomer).toMatchObject({ kind: 'private', countryId: 1, defaultAhp: first });
  });

  test('where the firm of the coupon has chosen an alarm centre, that one still applies', async () => {
    const [, second] = await addCentres();
    await server.db.update(customers).set({ defaultAhp: second }).where(eq(customers.custId, firm));
    await registerPrivate();
    expect(await activeCustomer(firm)).toMatchObject({ kind: 'private', countryId: 1, defaultAhp: null });
  });

  test('without any alarm centre there is none to keep', async () => {
    await registerCompany();
    expect(await activeCustomer(null)).toMatchObject({ countryId: 1, defaultAhp: null });
  });

  test.each([
    ['countryId', 0],
    ['countryId', 2],
    ['ahpId', 0],
    ['ahpId', 2],
  ])('%s %i is refused at its field, and nothing is stored [C7.55]', async (field, value) => {
    const path = `customer.${field}`;
    const refused = { status: 400, body: { errors: [expect.objectContaining({ path })] } };
    expect(await registerCompany({ [field]: value })).toMatchObject(refused);
    const body = { customer: { privateUser: true, [field]: value }, user: newUser };
    expect(await post(`/customer/new/${code}`, body)).toMatchObject(refused);
    expect(await server.db.select().from(registrations)).toEqual([]);
  });
});

describe('a private user who registers', () => {
  test('has no account until the address is confirmed, then is a customer below the firm of the coupon [C3.75 C7.02 C7.03 C7.12]', async () => {
    expect(await registerPrivate()).toMatchObject({ status: 200, body: {} });
    expect(await made()).toEqual(nothing);
    expect((await login()).status).toBe(401);
    const token = await linkTo();
    expect(await mails()).toEqual([['validateEmail', newUser.username]]);
    const shown = await server.call('GET', `/ajax/user/getValidationEmail/${token}`);
    expect(shown.body).toEqual({
      username: newUser.username,
      firstName: 'Åse',
      lastName: 'Ny',
      firmName: null,
    });
    expect(await made()).toEqual(nothing);
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { username: newUser.username, state: 'active' },
    });
    const [user] = await server.db.select().from(users);
    expect(user).toMatchObject({ firstName: 'Åse', lastName: 'Ny' });
    expect(user).toMatchObject({ username: newUser.username, mobile: '+4791234567', language: 'nb' });
    const [customer] = await server.db.select().from(customers).where(eq(customers.parentId, firm));
    expect(customer).toMatchObject({ kind: 'private', firmName: 'Åse Ny', path: [firm, customer?.custId] });
    expect(await server.db.select().from(userPolicies)).toEqual([
      { userId: user?.userId, role: 'RESTRICTED_USER', custId: customer?.custId },
    ]);
    expect(await login()).toMatchObject({
      status: 200,
      body: { abilities: ['notificationLists', 'sensors', 'private'] },
    });
    const [entry] = await server.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'customer.registered', custId: customer?.custId });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { state: 'active' } });
    expect((await made()).users).toHaveLength(1);
  });

  test('uses the coupon when the address is confirmed, and its last use is granted once', async () => {
    const names = ['a@test.example', 'b@test.example', 'c@test.example'];
    const tokens = [];
    for (const username of names) {
      await registerPrivate({ username });
      tokens.push(await linkTo(username));
    }
    expect(await server.db.select().from(couponCodes)).toMatchObject([{ uses: 0 }]);
    expect((await confirm(tokens[0] ?? '')).status).toBe(200);
    const both = await Promise.all(tokens.slice(1).map(confirm));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'couponUsed' });
    expect((await made()).users).toHaveLength(2);
    expect((await made()).customers).toHaveLength(2);
    expect(await server.db.select().from(couponCodes)).toMatchObject([{ uses: 2 }]);
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
    expect(await server.db.select().from(registrations)).toHaveLength(0);
  });

  test('cannot set a role, a customer or an id', async () => {
    await registerPrivate({
      userId: 1,
      policies: [{ role: 'SUPERFIRM', custId: null }],
      custId: 1,
      emailValidatedAt: 0,
      isAdmin: true,
      state: 'active',
    });
    expect(await server.db.select().from(registrations)).toMatchObject([{ state: 'unconfirmed' }]);
    await confirm(await linkTo());
    expect((await server.db.select().from(userPolicies)).map(({ role }) => role)).toEqual(['RESTRICTED_USER']);
  });
});

describe('a company that registers', () => {
  test('becomes a firm at the top of the tree, whose first user administers it [C3.75 C7.13]', async () => {
    expect(await registerCompany()).toMatchObject({ status: 200, body: {} });
    expect(await made()).toEqual(nothing);
    expect((await confirm(await linkTo())).body).toMatchObject({ state: 'active' });
    const [customer] = await server.db.select().from(customers).where(eq(customers.firmName, company.name));
    expect(customer).toMatchObject({
      kind: 'firm',
      parentId: null,
      orgNumber: '974760673',
      approved: false,
      reference: 'Ref',
      address: company.address,
      billingAddress: company.billingAddress,
    });
    expect(await server.db.select().from(users)).toMatchObject([
      { firstName: 'Åse', lastName: 'Ny', username: newUser.username, mobile: '+4791234567' },
    ]);
    expect((await login()).status).toBe(200);
    expect(await server.db.select().from(userPolicies)).toMatchObject([
      { role: 'SUPERFIRM', custId: customer?.custId },
    ]);
  });

  test.each([
    [{ orgNum: '974760674' }, 'customer.orgNum'],
    [{ name: '' }, 'customer.name'],
    [{ address: { ...company.address, zip: '60' } }, 'customer.address.zip'],
    [{ billingAddress: { ...company.address, city: '' } }, 'customer.billingAddress.city'],
    [{ market: 4, orgNum: '556036-0793', billingAddress: null }, 'customer.address.zip'],
    [{ company: false }, 'customer.company'],
  ])('is refused with %j', async (customer, path) => {
    expect(await registerCompany(customer)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });

  test('never shares its number with another: of two concurrent confirmations one becomes a customer, and the other is refused', async () => {
    const names = ['a@test.example', 'b@test.example'];
    const tokens = [];
    for (const username of names) {
      expect((await registerCompany({}, { username })).status).toBe(200);
      tokens.push(await linkTo(username));
    }
    const answers = await Promise.all(tokens.map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'orgNumberTaken' });
    expect(await made()).toMatchObject({ customers: [{ orgNumber: '974760673' }], users: [{}] });
    for (const token of tokens) await confirm(token);
    expect((await made()).customers).toHaveLength(1);
  });

  test('has its number refused when an administrator has added a firm with it', async () => {
    await server.db.update(customers).set({ orgNumber: '974760673' });
    await registerCompany();
    expect(await confirm(await linkTo())).toMatchObject({ status: 409, body: { code: 'orgNumberTaken' } });
    expect(await made()).toEqual(nothing);
  });
});

describe('a username that has an account', () => {
  const owner = newUser.username;
  beforeEach(() => createUser(server.db, { role: 'FIRM', custId: firm }, owner));

  test('gets the same answers as one without: registering, logging in with the new password, requesting another link', async () => {
    const seen = async (username: string) => {
      const answers = [await registerCompany({}, { username }), await registerPrivate({ username })];
      await run(registrationMails);
      answers.push(await login(username), await post('/user/validate', { ...fields, username }));
      answers.push(
        await server.call('POST', '/ajax/user/resendverification/', {
          body: JSON.stringify(username),
          headers: { 'content-type': 'application/json' },
        }),
      );
      return answers.map(({ status, body }) => [status, body]);
    };
    expect(await seen(owner)).toEqual(await seen('ingen@test.example'));
  });

  test('has a mail sent to its owner, without any other effect', async () => {
    await registerPrivate();
    await registerCompany();
    await run(registrationMails, accountMails, registrationMails);
    expect(await mails()).toEqual([
      ['alreadyRegistered', owner],
      ['alreadyRegistered', owner],
    ]);
    expect(await made()).toMatchObject({ customers: [], users: [{ custId: firm }] });
    expect((await login(owner, testPassword)).status).toBe(200);
    expect((await login()).status).toBe(401);
    expect(await server.db.select().from(couponCodes)).toMatchObject([{ uses: 0 }]);
  });

  test('is refused at the link when the account was created after the mail', async () => {
    const later = 'senere@test.example';
    await registerCompany({}, { username: later });
    const token = await linkTo(later);
    await createUser(server.db, undefined, later);
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'usernameTaken' } });
    expect((await made()).customers).toEqual([]);
    expect((await login(later, testPassword)).status).toBe(200);
  });
});

describe('the link of a registration', () => {
  test('works for 72 hours, then it and the registration are gone, and the address is free', async () => {
    await registerCompany();
    const token = await linkTo();
    clock.advance(72 * hour - 1);
    await run(retention);
    expect((await server.call('GET', `/ajax/user/getValidationEmail/${token}`)).status).toBe(200);
    clock.advance(1);
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'linkInvalid' } });
    clock.advance(1);
    await run(retention);
    expect(await server.db.select().from(registrations)).toEqual([]);
    await registerCompany();
    expect((await confirm(await linkTo())).status).toBe(200);
  });

  test('is replaced by another on request, three times an hour at most [C7.09]', async () => {
    await registerCompany();
    const first = await linkTo();
    for (let asked = 0; asked < 5; asked++) {
      await server.call('POST', '/ajax/user/resendverification/', {
        body: JSON.stringify(newUser.username),
        headers: { 'content-type': 'application/json' },
      });
      await run(accountMails, registrationMails);
    }
    expect(await mails()).toHaveLength(3);
    expect((await confirm(first)).status).toBe(410);
  });

  test('belongs to one registration: a repeated one, or another with the address, has a link of its own', async () => {
    await registerCompany({ name: 'Den første AS' });
    const first = await linkTo();
    clock.advance(1000);
    await registerCompany({ name: 'Den andre AS' }, { passwordClear: 'blåbær spiser fjellrev' });
    const second = await linkTo();
    expect((await confirm(second)).status).toBe(200);
    expect((await made()).customers).toMatchObject([{ firmName: 'Den andre AS' }]);
    expect((await login(newUser.username, 'blåbær spiser fjellrev')).status).toBe(200);
    expect((await login()).status).toBe(401);
    expect((await confirm(first)).status).toBe(410);
  });

  test('is stored only in the mail', async () => {
    await registerCompany();
    const token = await linkTo();
    expect(JSON.stringify(await server.db.select().from(registrations))).not.toContain(token);
  });

  test('confirms once, also when used concurrently, and not when made up', async () => {
    await registerCompany();
    const token = await linkTo();
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await made()).toMatchObject({ customers: [{}], users: [{}] });
    for (const made of ['x', 'undefined', '0'.repeat(43)]) expect((await confirm(made)).status).toBe(410);
  });
});

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

describe('the checks of the forms', () => {
  test('are the same for a taken username and a free one [C7.10]', async () => {
    const free = await post('/user/validate', fields);
    await createUser(server.db, undefined, fields.username);
    expect(await post('/user/validate', fields)).toMatchObject({ status: free.status, body: free.body });
    expect(free.status).toBe(200);
    expect((await post('/user/validate', { ...fields, mobile: '1' })).status).toBe(400);
    for (const other of [{ userId: 7 }, { timezone: 1 }, { emailAsUsername: false }, { language: 'xx' }])
      expect((await post('/user/validate', { ...fields, ...other })).status, JSON.stringify(other)).toBe(400);
  });

  test('accept a coupon code in any notation, until it ends [C7.11]', async () => {
    const check = async (text: string) =>
      (await server.call('GET', `/ajax/customer/validateCouponCode/${encodeURIComponent(text)}`)).body;
    expect(await check('abcde-23456')).toEqual({ valid: true, firmName: 'Trygg AS' });
    expect(await check("' or 1=1 --")).toEqual({ valid: false, firmName: null });
    await server.db.update(couponCodes).set({ validUntil: new Date(clock.now()) });
    expect(await check(code)).toEqual({ valid: false, firmName: null });
  });

  test('check the name and the details of a company, without revealing which numbers are customers [C7.14 C7.15]', async () => {
    const name = (text: string) => server.call('GET', `/ajax/customer/validateOrgName/${encodeURIComponent(text)}`);
    expect((await name('Fjelldrift AS')).body).toEqual({ valid: true });
    expect((await name('x'.repeat(130))).body).toEqual({ valid: false });
    const free = await post('/customer/validate/', company);
    await server.db.update(customers).set({ orgNumber: '974760673' });
    expect(await post('/customer/validate/', company)).toMatchObject({ status: 200, body: free.body });
    expect(await registerCompany()).toMatchObject({ status: 200, body: {} });
    expect((await post('/customer/validate/', { ...company, orgNum: '974760674' })).status).toBe(400);
  });

  test('query the public register where the installation has one', async () => {
    const look = async (number: string) => (await server.call('GET', `/ajax/customer/lookUp/${number}`)).body;
    expect(await look('974760673')).toEqual({ organisation: { name: 'FIRMA AS', address: null } });
    expect(await look('974760674')).toEqual({ organisation: null });
    expect((await server.call('GET', '/ajax/config')).body).toMatchObject({ organisationLookUp: true });
  });
});

test('trying codes or registering endlessly is limited', async () => {
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

test('mails to already registered users are limited, and the answer stays the same', async () => {
  await createUser(server.db, undefined, newUser.username);
  for (let n = 0; n < 6; n++) expect((await registerCompany()).status).toBe(200);
  await run(registrationMails);
  expect(await mailsIn(server.db)).toHaveLength(3);
});

test('trying many codes concurrently gives no more tries', async () => {
  const guesses = Array.from({ length: 60 }, (_, n) =>
    server.call('GET', `/ajax/customer/validateCouponCode/AAAAA${10_000 + n}`),
  );
  const answers = (await Promise.all(guesses)).map(({ status }) => status);
  expect(answers.filter((status) => status === 200)).toHaveLength(30);
});

test('a registration that is sent several times at once gives one customer and one account', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => registerCompany()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await run(registrationMails);
  const links = await mailsIn(server.db);
  expect(links).toHaveLength(3);
  const tokens = links.map(({ content }) => String(content?.path).replace('/validate/', ''));
  await Promise.all(tokens.map(confirm));
  expect(await made()).toMatchObject({ customers: [{}], users: [{}] });
});
