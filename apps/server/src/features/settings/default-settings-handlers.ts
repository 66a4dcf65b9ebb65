import { defaultPolicyOf, defaultSettingsPolicies } from '@varde/catalogue/default-settings';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { enteredValues } from '@varde/catalogue/settings/entered-setting';
import { type KnownSetting, settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { hasFlag } from '@varde/catalogue/settings-policies';
import type { api } from '@varde/contract/api';
import type { DefaultSettings } from '@varde/contract/default-settings';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { findCustomer, lockCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { defaultsOf, storeDefaults } from '#domain/settings/default-settings.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { settingsChanged } from './refuse-stale.ts';

interface Defaults {
  custId: number;
  dehaId: number;
}

/** The default settings of customers, by type of device. */
export const defaultSettingsHandlers = ({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<
  Handlers<(typeof api)['settings']>,
  'getDefaultSettings' | 'saveDefaultSettings'
> => ({
  getDefaultSettings: ({ params }, caller) =>
    db.transaction(async (tx) => {
      const open = await openDefaults(tx, params, caller);
      await recordLook(tx, {
        action: 'defaultSettings.read',
        ...about(params, caller),
        at: new Date(clock.now()),
      });
      return present(tx, params, open, caller);
    }),

  saveDefaultSettings: ({ params, body }, caller) =>
    db.transaction(async (tx) => {
      const open = await openDefaults(tx, params, caller);
      const values = enteredValues(open, body.values);
      refuseInvalid(values, open);
      await lockCustomer(tx, params.custId);
      const stored = await defaultsOf(tx, params);
      const own = (key: string) => stored.get(key)?.own ?? null;
      const changed = new Map(Object.entries(values).filter(([key, value]) => own(key) !== value));
      const isStale = ([key, from]: [string, SettingValue | null]) => changed.has(key) && own(key) !== from;
      const stale = Object.entries(body.began ?? {}).filter(isStale);
      if (stale.length > 0) throw settingsChanged(stale.map(([key]) => key));
      if (changed.size > 0) {
        const at = new Date(clock.now());
        await storeDefaults(tx, { ...params, userId: caller.userId, at }, changed);
        const type = { dehaId: params.dehaId };
        await recordAudit(tx, {
          ...{ action: 'defaultSettings.saved', ...about(params, caller), at },
          before: { ...type, ...Object.fromEntries([...changed.keys()].map((key) => [key, own(key)])) },
          after: { ...type, ...Object.fromEntries(changed) },
        });
      }
      return present(tx, params, open, caller);
    }),
});

/** The settings of the type whose defaults the caller may see, or change with `acting`. Throws `notFound`. */
async function openDefaults(tx: Database, { custId, dehaId }: Defaults, caller: Caller): Promise<KnownSetting[]> {
  const hardware = hardwareById(dehaId);
  const policy = defaultSettingsPolicies.find((one) => caller.may(one, custId));
  if (hardware === undefined || policy === undefined) throw new AppError('notFound');
  if ((await findCustomer(tx, caller.scopeOf(policy), custId)) === undefined) throw new AppError('notFound');
  return settingsOfType(hardware).filter((setting) => mayChange(caller, custId, setting));
}

function mayChange(caller: Caller, custId: number, setting: KnownSetting): boolean {
  const policy = defaultPolicyOf(setting);
  return policy !== null && caller.may(policy, custId) && hasFlag(caller.flags, setting.needs);
}

/** Values may exclude each other: which of them a device can have is decided when it gets them. */
function refuseInvalid(
  values: Readonly<Record<string, boolean | number | string | null>>,
  open: readonly KnownSetting[],
): void {
  const errors = Object.entries(values).flatMap(([key, value]) => {
    const setting = open.find((one) => one.key === key);
    const fault = value === null || setting === undefined ? null : validateSetting(setting, value);
    const message = setting === undefined ? 'unknownSetting' : fault;
    return message === null ? [] : [{ path: `values.${key}`, message }];
  });
  if (errors.length > 0) throw new AppError('validationFailed', errors);
}

async function present(
  tx: Database,
  { custId, dehaId }: Defaults,
  open: readonly KnownSetting[],
  { acting }: Caller,
): Promise<DefaultSettings> {
  const stored = await defaultsOf(tx, { custId, dehaId });
  const settings = open.map((setting) => {
    const { own = null, inherited = null } = stored.get(setting.key) ?? {};
    return { key: setting.key, value: own, inherited, changeable: mayChange(acting, custId, setting) };
  });
  return { custId, dehaId, settings };
}

const about = ({ custId }: Defaults, by: Caller) => ({
  ...{ by, custId },
  subject: { kind: 'customer' as const, id: custId },
});
