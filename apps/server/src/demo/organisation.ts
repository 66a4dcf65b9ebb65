import type { CustomerKind } from '@varde/catalogue/customer-kinds';

/** A fictional Norwegian municipality and its partners. Parents come before their children. */
const organisation = [
  { key: 'municipality', parent: null, kind: 'municipality', firmName: 'Solvik kommune' },
  { key: 'centreDistrict', parent: 'municipality', kind: 'district', firmName: 'Solvik sentrum' },
  { key: 'northDistrict', parent: 'municipality', kind: 'district', firmName: 'Nordstranda' },
  { key: 'southDistrict', parent: 'municipality', kind: 'district', firmName: 'Sørneset' },
  { key: 'solvikHome', parent: 'centreDistrict', kind: 'home', firmName: 'Solvik sykehjem' },
  { key: 'northHome', parent: 'northDistrict', kind: 'home', firmName: 'Nordstranda omsorgssenter' },
  { key: 'southHome', parent: 'southDistrict', kind: 'home', firmName: 'Sørneset bo- og aktivitetssenter' },
  { key: 'firm', parent: null, kind: 'firm', firmName: 'Solvik Fjelldrift AS' },
  { key: 'partner', parent: null, kind: 'partner', firmName: 'Solvik alarmsentral' },
  { key: 'privateAase', parent: null, kind: 'private', firmName: 'Privatkunde Åse' },
  { key: 'privateTor', parent: null, kind: 'private', firmName: 'Privatkunde Tor' },
] as const;

export type DemoCustomerKey = (typeof organisation)[number]['key'];

export interface DemoCustomer {
  key: DemoCustomerKey;
  parent: DemoCustomerKey | null;
  kind: CustomerKind;
  firmName: string;
}

export const demoOrganisation: readonly DemoCustomer[] = organisation;
