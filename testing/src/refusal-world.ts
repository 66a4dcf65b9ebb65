import { type Role, roles } from '@varde/catalogue/permissions';
import { registrations, sessions, users } from '@varde/server/domain/accounts/tables';
import { commands } from '@varde/server/domain/commands/tables';
import { couponCodes, customerImages } from '@varde/server/domain/customers/tables';
import { addIdentity } from '@varde/server/domain/devices/identities';
import { deviceAssignments } from '@varde/server/domain/devices/tables';
import { queueMail } from '@varde/server/domain/notifications/queue-mail';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from './factories.ts';
import { images } from './images.ts';
import type { TestServer } from './test-server.ts';

/** Found in any answer, it gives us away. */
export const secretName = 'Hemmelig enhet';

const code = 'HEMMELIG22';

/** What is there to be asked for, by the parameters of paths; and everybody who asks, by the `cookie` of the session. */
export interface RefusalWorld {
  ids: Record<string, string | number>;
  callers: {
    /** Alarm-handling partner, in that context: full access everywhere. */
    ahp: string;
    /** Administers the installation: superfirm everywhere. */
    admin: string;
    /** Administers a customer that has nothing to do with ours. */
    foreign: string;
    /** Another one in the context of an alarm-handling partner, which nothing gives them any more. */
    forged: string;
    /** Has no policy at all. */
    nobody: string;
    /** At a private customer of theirs. */
    private: string;
  } & Record<OwnRole, string>;
}

/** Each role that has no full access, held at our customer. */
export const ownRoles = roles.filter(({ fullAccess }) => !fullAccess).map(({ key }) => key) as OwnRole[];
type OwnRole = Exclude<Role, 'AHP' | 'SUPERAHP'>;

/**
 * Fills a fresh database with something of everything that belongs to us. Everybody is about to set up an app with the
 * secret.
 */
export async function createRefusalWorld(server: TestServer, secret: string): Promise<RefusalWorld> {
  const custId = await createCustomer(server.db, { firmName: `${secretName} og kunde` });
  const partner = await createCustomer(server.db, { kind: 'partner' });
  const { userId } = await createUser(server.db, { role: 'AHP', custId: partner }, 'owner@test.example');
  const callers = { ahp: await server.loginAs({ userId }, 'AHP'), ...(await createCallers(server, custId)) };
  const ids = await createOurs(server, custId, userId);
  await server.db.update(users).set({ twoFactorPending: secret });
  return { ids: { ...ids, code }, callers };
}

async function createCallers({ db, loginAs }: TestServer, custId: number) {
  const elsewhere = await createCustomer(db, { kind: 'firm' });
  const home = await createCustomer(db, { kind: 'private', parentId: elsewhere });
  const stranger = () => createUser(db, { role: 'SUPERFIRM', custId: elsewhere });
  const own: Partial<Record<OwnRole, string>> = {};
  for (const role of ownRoles) own[role] = await loginAs(await createUser(db, { role, custId }));
  return {
    ...(own as Record<OwnRole, string>),
    admin: await loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null })),
    foreign: await loginAs(await stranger()),
    forged: await loginAs(await stranger(), 'AHP'),
    nobody: await loginAs(await createUser(db)),
    private: await loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home })),
  };
}

async function createOurs({ db, loginAs }: TestServer, custId: number, operator: number) {
  const device = { custId, deviceName: secretName, serial: 'HEMMELIG1' };
  const { deviId } = await createDevice(db, device);
  const name = { protocol: 'watch', identity: '9900000001' };
  await addIdentity(db, { deviId, ...name });
  const tranId = await createTransaction(db, { deviId, custId });
  const alarmId = await createAlarm(db, { deviId, custId, tranId });
  await db.insert(couponCodes).values({ code, custId, note: secretName, maxUses: 1, createdAt: new Date() });
  const image = Buffer.from(images['image/png'], 'base64');
  await db.insert(customerImages).values({ custId, mediaType: 'image/png', image, updatedAt: new Date() });
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId }, 'meant@test.example');
  await db.execute(
    `update users set last_name = '${secretName}', two_factor_secret = 'set' where user_id = ${userId}`,
  );
  const values = { path: '/gdpr' };
  await queueMail(db, { to: 'owner@test.example', language: 'nb', template: 'gdpr', values, at: Date.now() });
  const ended = { deviId, custId, beginsAt: new Date(0), endsAt: new Date(1) };
  const [assignment] = await db.insert(deviceAssignments).values(ended).returning();
  await loginAs({ userId: operator }); // a second session, to be ended
  const sessionId = Math.max(...(await db.select().from(sessions)).map((session) => session.sessionId));
  const assignmentId = assignment?.assignmentId ?? 0;
  const waiting = {
    state: 'waiting' as const,
    kind: 'firm' as const,
    passwordHash: '-',
    firstName: secretName,
    lastName: secretName,
    mobile: '+4791234567',
    language: 'nb',
    firmName: secretName,
    market: 1 as const,
    registeredFrom: '192.0.2.1',
    createdAt: new Date(),
    expiresAt: new Date(),
    confirmedAt: new Date(),
  };
  const [one, other] = await db
    .insert(registrations)
    .values([
      { ...waiting, username: 'venter@test.example', orgNumber: '974760673' },
      { ...waiting, username: 'venter-ogsaa@test.example', orgNumber: '923609016' },
    ])
    .returning();
  const registrationIds = { toApprove: one?.registrationId ?? 0, toReject: other?.registrationId ?? 0 };
  const waitingCommand = { deviId, command: { kind: 'stopTracking', values: {} }, createdAt: new Date() };
  await db.insert(commands).values(Array.from({ length: 100 }, () => waitingCommand));
  return {
    mailId: 1,
    action: 'stopTracking',
    commandId: 100,
    assignmentId,
    sessionId,
    userId,
    custId,
    deviId,
    ...name,
    tranId,
    alarmId,
    registrationId: registrationIds.toApprove,
    registrationToReject: registrationIds.toReject,
  };
}
