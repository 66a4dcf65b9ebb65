import type { api } from '@varde/contract/api';
import { ownNumbers } from '#domain/accounts/own-numbers.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { eraseUser, requireNoAlarmOf } from '#domain/life/erase-user.ts';
import { eraseTransactions, eraseWearer, nameBySerial, requirePeriodOver } from '#domain/life/erase-wearer.ts';
import { AppError } from '#platform/app-error.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { exportDocument } from './export-document.ts';
import { mayErase, requirePeriod, requireUser, scopeOf, wearerData } from './handlers.ts';
import { notExported } from './not-exported.ts';
import { findUser, lockDeviceOf } from './store-find.ts';
import { userParts } from './user-parts.ts';
import { wearerParts } from './wearer-parts.ts';

type Group = Handlers<(typeof api)['personalData']>;
type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock'>;

type Exporting = 'exportUserData' | 'exportWearerData';
export function exportHandlers({ db, backgroundDb, clock }: Omit<Dependencies, 'bus'>): Pick<Group, Exporting> {
  const head = (at: Date) => ({ format: 'varde-personal-data/1', exportedAt: at.toISOString(), notExported });
  return {
    async exportUserData({ params: { userId }, query: { language } }, caller, { reply }) {
      const user = await requireUser(db, caller, userId);
      const at = new Date(clock.now());
      const { custId } = user;
      const subject = { kind: 'user' as const, id: userId };
      await recordAudit(db, { action: 'personalData.exported', at, by: caller, custId, subject });
      asFile(reply, `${fileNames[language].user}-${userId}.json`);
      return exportDocument(
        backgroundDb,
        { ...head(at), user: { userId } },
        userParts({ ...user, numbers: await ownNumbers(db, userId) }, scopeOf(caller)),
      );
    },

    async exportWearerData({ params: { assignmentId }, query: { language } }, caller, { reply }) {
      if (!caller.seesPositions) throw new AppError('positionsNotice');
      const period = await withReach('all', async () => await requirePeriod(db, caller, assignmentId));
      const at = new Date(clock.now());
      const { deviId, custId, begins, ends } = period;
      const subject = { kind: 'device' as const, id: deviId };
      const after = { assignmentId };
      await recordAudit(db, { action: 'personalData.exported', at, by: caller, custId, subject, after });
      asFile(reply, `${fileNames[language].device}-${deviId}-${assignmentId}.json`);
      const about = { wearer: { deviId, assignmentId, begins, ends } };
      return exportDocument(backgroundDb, { ...head(at), ...about }, wearerParts(period));
    },
  };
}

const fileNames = {
  nb: { user: 'varde-bruker', device: 'varde-enhet' },
  en: { user: 'varde-user', device: 'varde-device' },
} as const;

type Reply = Parameters<Group['exportUserData']>[2]['reply'];
const asFile = (reply: Reply, name: string) =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`);

type Erasing = 'eraseUser' | 'eraseWearer';
export function erasureHandlers({ db, bus, clock }: Dependencies): Pick<Group, Erasing> {
  return {
    async eraseUser({ params: { userId }, body: { confirmation } }, caller) {
      const at = new Date(clock.now());
      await withReach('all', () =>
        commitAndPublish({ db, bus }, async (tx, changes) => {
          const user = await findUser(tx, scopeOf(caller), userId, { lock: true });
          if (user === undefined) throw new AppError('notFound');
          if (!(await mayErase(tx, caller, userId))) throw new AppError('notAllowed');
          requireSame(confirmation, user.username);
          await requireNoAlarmOf(tx, userId);
          await eraseUser(tx, user, caller, at);
          changes.publish({ type: 'rights', userId, custIds: [] });
        }),
      );
      return {};
    },

    async eraseWearer({ params: { assignmentId }, body: { confirmation, replaceName } }, caller) {
      const at = new Date(clock.now());
      const deviId = await withReach('all', () =>
        commitAndPublish({ db, bus }, async (tx, changes) => {
          const found = await requirePeriod(tx, caller, assignmentId);
          requireSame(confirmation, found.serial);
          await requirePeriodOver(tx, found);
          // Before taking the lock: deleting years of positions is slow, and the device may raise an alarm for another
          // wearer meanwhile.
          const transactions = await eraseTransactions(tx, found);
          await lockDeviceOf(tx, assignmentId);
          const period = await requirePeriod(tx, caller, assignmentId);
          await requirePeriodOver(tx, period);
          await eraseWearer(tx, period, caller, { at, transactions });
          if (replaceName && period.mayBearName) {
            const device = await nameBySerial(tx, period.deviId);
            changes.publish(deviceEvent(device, (await customerName(tx, device.custId)) ?? ''));
          }
          return period.deviId;
        }),
      );
      return wearerData(db, caller, deviId);
    },
  };
}

function requireSame(typed: string, wanted: string): void {
  if (typed.toLowerCase() !== wanted.toLowerCase())
    throw new AppError('validationFailed', [{ path: 'confirmation', message: 'is another' }]);
}
