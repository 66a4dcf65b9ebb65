import { testPassword } from './factories.ts';
import { images } from './images.ts';

const newPassword = 'fjellrev spiser blåbær';
const ours = 1; // the first customer of the test's database
const policies = [{ role: 'TRACKER', custId: ours }];
const user = {
  firstName: 'Ny',
  lastName: 'Bruker',
  mobile: null,
  language: 'nb',
  custId: ours,
  temporaryUntil: 4_000_000_000_000,
};
const customer = {
  firmName: 'Fremmed',
  market: 1,
  orgNumber: null,
  reference: null,
  address: null,
  billingAddress: null,
  defaultAhp: null,
  parentId: ours,
};
const consent = { state: 'given', saidAt: null, note: '' };

/** Valid bodies of the calls that have one, about our customer where they name one. */
export const refusalBodies: { readonly [call: string]: unknown } = {
  'account.saveProfile': { firstName: 'Kari', lastName: 'Nordmann', mobile: '', language: 'nb', theme: null },
  'account.renewRecoveryCodes': { password: newPassword },
  'account.beginTwoFactor': { password: newPassword },
  'account.endTwoFactor': { password: newPassword },
  'account.changePassword': { currentPassword: testPassword, password: newPassword },
  'account.acceptGdpr': { username: 'owner@test.example' },
  'devices.addIdentity': { protocol: 'eview', identity: '861111111111111' },
  'alarms.releaseAlarm': { claimedBy: 1 },
  'alarms.resetAlarm': { handledBy: 'Fremmed', outcome: 'helped' },
  'commands.performAction': {},
  'settings.saveSettings': { values: { heartbeatInterval: 10 } },
  'users.createUser': { ...user, username: 'ny@test.example', policies },
  'users.updateUser': user,
  'users.setUserPolicies': { policies },
  'users.setUserActivation': { active: true },
  'registration.rejectRegistration': { reason: 'Nei' },
  'coupons.createCoupon': { note: '', maxUses: 1, validUntil: null },
  'customers.createCustomer': { ...customer, kind: 'district' },
  'customers.updateCustomer': customer,
  'customers.moveCustomer': { parentId: null },
  'customers.saveCustomerImage': { image: images['image/png'] },
  'assignments.assignDevice': { custId: ours },
  'audit.saveAuditRetention': { days: 30 },
  'rolePolicies.saveRolePolicy': {
    role: 'TRACKER',
    policy: 'NAME_CHANGE',
    status: 'active',
    information: null,
  },
  'personalData.recordUserConsent': { ...consent, kind: 'email' },
  'personalData.recordWearerConsent': { ...consent, kind: 'positions' },
  'personalData.eraseUser': { confirmation: 'meant@test.example' },
  'personalData.eraseWearer': { confirmation: 'HEMMELIG1', replaceName: false },
};

/** Queries without which a call is not valid. */
export const refusalQueries: { readonly [call: string]: string } = {
  'users.explainAccess': `?custId=${ours}`,
};
