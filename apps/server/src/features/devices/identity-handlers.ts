import { identityIn, protocolByKey } from '@varde/catalogue/protocols';
import type { api } from '@varde/contract/api';
import type { DeviceIdentity } from '@varde/contract/identities';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import { addIdentity, identitiesOf, removeIdentity } from '#domain/devices/identities.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { mayNameDevices } from './device-abilities.ts';

type IdentityHandlers = Pick<Handlers<(typeof api)['devices']>, 'listIdentities' | 'addIdentity' | 'removeIdentity'>;

/** Identities of devices. A sender that uses an identity acts as the device, so only the operator manages them. */
export function identityHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): IdentityHandlers {
  const lock = async (tx: Database, caller: Caller, deviId: number): Promise<DeviceRecord> => {
    requireOperator(caller);
    return found(await lockDevice(tx, 'all', deviId));
  };
  return {
    async listIdentities({ params: { deviId } }, caller) {
      requireOperator(caller);
      return present(db, found(await findDevice(db, 'all', deviId)));
    },

    async addIdentity({ params: { deviId }, body: { protocol, identity: typed } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lock(tx, caller, deviId);
        const identity = identityIn(protocolByKey(protocol), typed);
        if (identity === null) throw new AppError('validationFailed', [{ path: 'identity', message: 'pattern' }]);
        const name = { protocol, identity };
        const added = await addIdentity(tx, { deviId, ...name });
        if (added === null) throw new AppError('identityTaken');
        const { custId } = device;
        await recordAudit(tx, {
          action: 'device.identityAdded',
          at,
          by: caller,
          custId,
          deviId,
          after: name,
        });
        changes.identity(name);
        return { ...(await present(tx, device)), token: added.token };
      });
    },

    async removeIdentity({ params: { deviId, ...name } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lock(tx, caller, deviId);
        if (!(await removeIdentity(tx, deviId, name))) throw new AppError('notFound');
        const { custId } = device;
        await recordAudit(tx, {
          action: 'device.identityRemoved',
          at,
          by: caller,
          custId,
          deviId,
          before: name,
        });
        changes.identity(name);
        changes.commandsOf(deviId); // processing must notice that it is connected under one identity fewer
        return present(tx, device);
      });
    },
  };
}

function requireOperator(caller: Caller): void {
  if (!mayNameDevices(caller)) throw new AppError('notAllowed');
}

function found(device: DeviceRecord | undefined): DeviceRecord {
  if (device === undefined) throw new AppError('notFound');
  return device;
}

async function present(db: Database, device: DeviceRecord): Promise<{ identities: DeviceIdentity[] }> {
  const identities = await identitiesOf(db, device);
  return {
    identities: identities.map(({ protocol, identity, secret }) => ({
      protocol,
      identity,
      hasSecret: secret !== null,
    })),
  };
}
