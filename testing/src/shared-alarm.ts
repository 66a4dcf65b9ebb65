import { alarmShares, alarmSignals, alarms } from '@varde/server/domain/alarms/tables';
import { presentAssignmentId } from '@varde/server/domain/devices/device-note';
import { deviceAssignments, devices } from '@varde/server/domain/devices/tables';
import { startChains } from '@varde/server/domain/notifications/chains';
import { type ReceiverToSave, saveList } from '@varde/server/domain/notifications/lists';
import type { Job, JobContext } from '@varde/server/jobs/job';
import { createJobContext } from '@varde/server/jobs/job-context';
import { createLog } from '@varde/server/platform/log/log';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from './factories.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { mailsIn, messagesIn } from './messages.ts';
import { resetOrder } from './reset-order.ts';
import { startTestServer, type TestServer } from './test-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
export type Answer = { status: number; body: any };

/** Where every alarm of these tests was raised. */
export const room = { posLati: 59.91273, posLong: 10.74609, posTime: new Date(0), place: 'Stue' };

/** A server with an open alarm at a home, and people who may and may not share it. */
export class SharedAlarm {
  readonly server: TestServer;
  readonly clock: ManualClock;
  homes = { city: 0, mine: 0, other: 0 };
  deviId = 0;
  tranId = 0;
  alarmId = 0;
  nurseId = 0;
  /** Their session tokens. */
  as = { nurse: '', manager: '', neighbour: '', tracker: '' };
  #context: JobContext | null = null;

  private constructor(server: TestServer, clock: ManualClock) {
    this.server = server;
    this.clock = clock;
  }

  static async open(environment: Record<string, string> = {}): Promise<SharedAlarm> {
    const clock = createManualClock();
    return new SharedAlarm(await startTestServer({ clock, environment }), clock);
  }

  /** Before each test. */
  async renew(): Promise<void> {
    await this.server.clear();
    const { server, clock } = this;
    const { db, bus } = server;
    this.#context = createJobContext({
      ...{ db, bus, clock, log: createLog({ level: 'silent' }), consoleUrl: 'https://varde.example' },
    });
    const city = await createCustomer(db);
    const mine = await createCustomer(db, { kind: 'home', parentId: city });
    const other = await createCustomer(db, { kind: 'home', parentId: city });
    this.homes = { city, mine, other };
    const device = { custId: mine, deviceName: 'Astrid Lie', serial: 'SN1' };
    this.deviId = (await createDevice(db, device)).deviId;
    this.tranId = await createTransaction(db, { deviId: this.deviId, custId: mine });
    this.alarmId = await this.alarmOf(this.deviId);
    const nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: mine });
    this.nurseId = nurse.userId;
    this.as = {
      nurse: await server.loginAs(nurse),
      manager: await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city })),
      neighbour: await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: other })),
      tracker: await server.loginAs(await createUser(db, { role: 'TRACKER', custId: mine })),
    };
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Another alarm. Its kinds are alarm button, medical and pull cord. */
  async alarmOf(deviId: number, metyId: 29 | 33 | 31 = 29, assignmentId?: number): Promise<number> {
    const { db } = this.server;
    const { tranId } = this;
    const assignments = await db.select().from(deviceAssignments);
    const worn = assignments.find((assignment) => assignment.deviId === deviId);
    const at = new Date(this.clock.now());
    const made = { deviId, custId: this.homes.mine, tranId, metyId, at };
    const id = await createAlarm(db, { ...made, assignmentId: assignmentId ?? worn?.assignmentId ?? 0 });
    await db.update(alarms).set(room);
    await db.insert(alarmSignals).values({ alarmId: id, tranId, code: 'sos', happenedAt: at, receivedAt: at });
    return id;
  }

  /** The device gets this list, each of whose receivers is waited for a minute, and the alarm begins to be told by it, once. */
  async tell(
    ...receivers: Pick<ReceiverToSave, 'name' | 'mobile' | 'email' | 'channels' | 'userId' | 'pinHash' | 'nextOfKin'>[]
  ): Promise<void> {
    const { db } = this.server;
    const { deviId, nurseId: userId } = this;
    const owner = { assignmentId: await presentAssignmentId(db, deviId), deviId };
    await saveList(db, owner, {
      ...{ rev: 0, repeats: 0, at: new Date(this.clock.now()), userId },
      receivers: receivers.map((receiver) => ({ ...receiver, events: [], hours: null, waitSeconds: 60 })),
    });
    await db.transaction((tx) => startChains(tx, [this.alarmId], this.clock.now()));
  }

  /** The device is given to an alarm centre. Resolves to it and to an operator who is logged in there. */
  async giveToCentre(firmName: string): Promise<{ centre: number; operator: string }> {
    const { db } = this.server;
    const centre = await createCustomer(db, { kind: 'partner', firmName });
    await db.update(devices).set({ ahpId: centre });
    return { centre, operator: await this.operatorOf(centre) };
  }

  async operatorOf(custId: number): Promise<string> {
    return this.server.loginAs(await createUser(this.server.db, { role: 'SUPERAHP', custId }), 'AHP');
  }

  share(
    recipients: string,
    as = this.as.nurse,
    { alarmId = this.alarmId, deviceId = this.deviId } = {},
  ): Promise<Answer> {
    const body = { deviceId, recipients };
    return this.server.call('POST', `/ajax/alarms/${alarmId}/share`, { as, body });
  }

  async outcomes(...parameters: Parameters<SharedAlarm['share']>): Promise<string[]> {
    const { results } = (await this.share(...parameters)).body;
    return results.map(({ outcome }: { outcome: string }) => outcome);
  }

  /** Opens a link without a login. */
  async open(token: string): Promise<Answer> {
    const { status, body }: Answer = await this.server.call('GET', `/ajax/shared/${token}`, {});
    return { status, body };
  }

  /** A receiver answers by a link, without a login. */
  async answer(token: string, answer: unknown, pin?: unknown): Promise<Answer> {
    const { status, body }: Answer = await this.server.call('POST', `/ajax/shared/${token}/answer`, {
      body: { answer, ...(pin !== undefined && { pin }) },
    });
    return { status, body };
  }

  /** The token in a text of a message: an SMS, or the path of a mail. */
  tokenIn = (text: unknown): string => /\/shared\/(\S+)/.exec(String(text))?.[1] ?? '';

  async reset(): Promise<Answer> {
    const seen: Answer = await this.server.call('GET', `/ajax/alarms/${this.alarmId}`, { as: this.as.nurse });
    const { claimedAt, signalCount } = seen.body;
    const body = resetOrder({ claimedAt, signalCount });
    return this.server.call('POST', `/ajax/alarms/${this.alarmId}/reset`, { as: this.as.nurse, body });
  }

  /** The device has a new wearer; it and every other has another name and place. */
  async handOver(custId: number): Promise<void> {
    this.clock.advance(1000);
    const path = `/ajax/devices/${this.deviId}/assignments`;
    const { status } = await this.server.call('POST', path, { as: this.as.manager, body: { custId } });
    if (status !== 200) throw new Error(`the hand-over was refused: ${status}`);
    const posTime = new Date(this.clock.now() + 1000);
    const worn = { deviceName: 'Ny Bærer', place: 'Hemmelig', posLati: 1, posLong: 1, posTime };
    await this.server.db.update(devices).set(worn);
  }

  mails = () => mailsIn(this.server.db);
  texts = () => messagesIn(this.server.db);
  shares = () => this.server.db.select().from(alarmShares).orderBy(alarmShares.shareId);

  /** The token in the mail that was queued last. */
  async mailedToken(): Promise<string> {
    return this.tokenIn((await this.mails()).at(-1)?.content?.path);
  }

  async run(job: Job, part: Partial<JobContext> = {}): Promise<void> {
    if (this.#context === null) throw new Error('renew() comes first');
    await job.run({ ...this.#context, ...part });
  }
}
