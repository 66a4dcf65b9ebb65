import { auditActions, auditSubjects } from '@varde/catalogue/audit-actions';
import { customerKinds } from '@varde/catalogue/customer-kinds';
import { deviceActions } from '@varde/catalogue/device-actions';
import { deviceTabKeys } from '@varde/catalogue/device-tabs';
import { malformedReasons } from '@varde/catalogue/malformed-reasons';
import { markets } from '@varde/catalogue/markets';
import { messageStates } from '@varde/catalogue/message-states';
import { messageTypes } from '@varde/catalogue/message-types';
import { policies, roles } from '@varde/catalogue/permissions';
import { settingGroups } from '@varde/catalogue/settings/types';
import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { statuses } from '@varde/catalogue/statuses';
import { transactionSources } from '@varde/catalogue/transaction-sources';
import { userTags } from '@varde/catalogue/user-tags';
import { accessReasons } from '@varde/contract/access';
import { commandStates } from '@varde/contract/commands';
import { errorCodes } from '@varde/contract/errors';
import { alarmOutcomes } from '@varde/contract/filters';
import { passwordFaults } from '@varde/contract/password-rules';
import { shareOutcomes } from '@varde/contract/sharing';
import { describe, expect, it } from 'vitest';
import enAccess from './en/access.json' with { type: 'json' };
import { administrationTexts as enAdministration } from './en/administration.ts';
import { devicePageTexts as enDevicePages } from './en/device-pages.ts';
import { texts as enConsole } from './en/index.ts';
import enLogin from './en/login.json' with { type: 'json' };
import enRegistration from './en/registration.json' with { type: 'json' };
import enShared from './en/shared.json' with { type: 'json' };
import nbAccess from './nb/access.json' with { type: 'json' };
import { administrationTexts as nbAdministration } from './nb/administration.ts';
import { devicePageTexts as nbDevicePages } from './nb/device-pages.ts';
import { texts as nbConsole } from './nb/index.ts';
import nbLogin from './nb/login.json' with { type: 'json' };
import nbRegistration from './nb/registration.json' with { type: 'json' };
import nbShared from './nb/shared.json' with { type: 'json' };

const nb = {
  ...{ ...nbConsole, ...nbAdministration, ...nbDevicePages },
  errors: { ...nbConsole.errors, ...nbAdministration.errors, ...nbDevicePages.errors },
};
const en = {
  ...{ ...enConsole, ...enAdministration, ...enDevicePages },
  errors: { ...enConsole.errors, ...enAdministration.errors, ...enDevicePages.errors },
};

function keysOf(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [`${path}${key}`],
  );
}

function textAt(tree: object, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], tree);
}

const languages = [
  ['nb', nb],
  ['en', en],
] as const;

describe('texts', () => {
  it('have the same keys in every language', () => {
    expect(keysOf(en).sort()).toEqual(keysOf(nb).sort());
    expect(keysOf(enLogin).sort()).toEqual(keysOf(nbLogin).sort());
    expect(keysOf(enRegistration).sort()).toEqual(keysOf(nbRegistration).sort());
    for (const { passwordFaults: known } of [nbRegistration, enRegistration])
      expect(passwordFaults.filter((fault) => !(fault in known))).toEqual([]);
    expect(keysOf(enShared).sort()).toEqual(keysOf(nbShared).sort());
    expect(keysOf(enAccess).sort()).toEqual(keysOf(nbAccess).sort());
    for (const access of [nbAccess, enAccess])
      expect(passwordFaults.filter((fault) => !(fault in access.faults))).toEqual([]);
  });

  it.each(languages)('are nowhere empty in %s, and fill in the same values', (_, tree) => {
    for (const key of keysOf(nb)) {
      const text = String(textAt(tree, key));
      expect(text.trim(), key).not.toBe('');
      const values = (of: string) => [...of.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
      expect(values(text), key).toEqual(values(String(textAt(nb, key))));
    }
  });

  it.each(languages)('name everything of the catalogue and the contract in %s', (_, tree) => {
    const wanted = [
      ...statuses.map(({ key }) => `catalogue.statuses.${key}`),
      ...statuses.map(({ key }) => `family.advice.${key}`),
      ...messageTypes.map(({ key }) => `catalogue.messageTypes.${key}`),
      ...userTags.map((tag) => `catalogue.userTags.${tag}`),
      ...transactionSources.map(({ key }) => `catalogue.sources.${key}`),
      ...settingGroups.map((group) => `settings.groups.${group}`),
      ...vocabulary.map(({ key }) => `settings.${key}.label`),
      ...vocabulary.flatMap(({ key, confirm = [] }) => confirm.map(({ id }) => `settings.${key}.confirm.${id}`)),
      ...vocabulary.flatMap(({ key, warnings = [] }) => warnings.map(({ id }) => `settings.${key}.warnings.${id}`)),
      ...customerKinds.map(({ key }) => `customers.kinds.${key}`),
      ...markets.map(({ key }) => `customers.markets.${key}`),
      ...alarmOutcomes.map((outcome) => `alarms.outcomes.${outcome}`),
      ...auditActions.map(({ key }) => `audit.actions.${key}`),
      ...auditSubjects.map((kind) => `audit.subjects.${kind}`),
      ...Object.keys(policies).map((policy) => `rolePolicies.policies.${policy}`),
      ...roles.map(({ key }) => `catalogue.roles.${key}`),
      ...errorCodes.map((code) => `errors.${code}`),
      ...accessReasons.map((reason) => `users.access.reasons.${reason}`),
      ...shareOutcomes.map((outcome) => `share.outcomes.${outcome}`),
      ...messageStates.flatMap((state) =>
        ['outbox.states', 'eventSetup.testStates', 'eventSetup.callStates', 'deviceLogs.results'].map(
          (states) => `${states}.${state}`,
        ),
      ),
      ...passwordFaults.map((fault) => `profile.passwordFaults.${fault}`),
      ...commandStates.map((state) => `commandStates.states.${state}`),
      ...deviceTabKeys.map((key) => `deviceTabs.${key}`),
      ...deviceActions.map(({ key }) => `actions.names.${key}`),
      ...deviceActions.flatMap(({ key, confirmation }) =>
        confirmation === 'none' ? [] : [`actionDialogs.confirm.${key}`],
      ),
    ];
    expect(wanted.filter((path) => typeof textAt(tree, path) !== 'string')).toEqual([]);
  });

  it.each(languages)(
    'say why a message on a device port could not be read, for every reason that is shown, in %s',
    (_, tree) => {
      const words = textAt(tree, 'unknown.malformed.reasons');
      expect(Object.keys(words as object).toSorted()).toEqual(malformedReasons.toSorted());
    },
  );

  it.each(languages)('have words for every option of a choice without a unit, in %s', (_, tree) => {
    const missing = vocabulary.flatMap((definition) =>
      definition.kind === 'choice' && definition.unit === undefined
        ? definition.options
            .map(({ value }) => `settings.${definition.key}.options.${value}`)
            .filter((path) => typeof textAt(tree, path) !== 'string')
        : [],
    );
    expect(missing).toEqual([]);
  });

  it.each(languages)('have both numbers of every plural in %s', (_, tree) => {
    const keys = keysOf(tree);
    for (const one of keys.filter((key) => key.endsWith('_one'))) {
      expect(keys).toContain(one.replace(/_one$/, '_other'));
    }
  });
});
