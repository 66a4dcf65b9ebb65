import type { AdministrationTexts } from '../nb/administration.ts';
import assignments from './assignments.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import auditFields from './audit-fields.json' with { type: 'json' };
import customers from './customers.json' with { type: 'json' };
import outbox from './outbox.json' with { type: 'json' };
import personalData from './personal-data.json' with { type: 'json' };
import profile from './profile.json' with { type: 'json' };
import registrations from './registrations.json' with { type: 'json' };
import rolePolicies from './role-policies.json' with { type: 'json' };
import users from './users.json' with { type: 'json' };

export const administrationTexts: AdministrationTexts = {
  assignments,
  audit,
  auditFields,
  customers,
  outbox,
  personalData,
  profile,
  registrations,
  rolePolicies,
  users,
};
