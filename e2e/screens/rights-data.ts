import { api } from '@varde/contract/api';
import { type Client, demoLogin, logIn, logInAs } from '../fixtures/api.ts';
import type { RunningVarde } from '../fixtures/varde.ts';

const longName = 'Sørneset og Ytre Nordstranda interkommunale bo-, aktivitets- og omsorgssenter avd. 2';

export interface Known {
  /** A firm with coupon codes, with everything filled in. */
  firm: number;
  /** A user with several roles, one of them with a long name. */
  userId: number;
  /** Of the municipality. */
  custId: number;
}

/** The work of a first week: customers, users, codes, roles, and mails about them. */
export async function fillRights(varde: RunningVarde): Promise<Known> {
  const client = await logIn(varde, 'SUPERFIRM');
  const { customers } = await client.call(api.customers.listCustomers, { query: { search: 'Solvik' } });
  const idOf = (name: string) => customers.find(({ firmName }) => firmName === name)?.custId ?? 0;
  const custId = idOf('Solvik kommune');
  const firm = idOf('Solvik Fjelldrift AS');
  const home = idOf('Solvik sykehjem');
  await fillFirm(client, firm);
  const below = await client.call(api.customers.createCustomer, {
    body: { ...details, firmName: longName, kind: 'home', parentId: idOf('Solvik sentrum') },
  });
  const { userId } = await client.call(api.users.createUser, {
    body: {
      username: 'ragnhild.katharina.bjornstad-haugen@hjemmetjenesten.solvik.kommune.example',
      firstName: 'Ragnhild Katharina',
      lastName: 'Bjørnstad-Haugen',
      mobile: '+47 912 34 567',
      language: 'nb',
      custId,
      temporaryUntil: Date.now() + 40 * 86_400_000,
      policies: [
        { role: 'FIRM', custId: below.custId },
        { role: 'RESTRICTED_USER', custId: home },
        { role: 'TRACKER', custId },
      ],
    },
  });
  await deleteSome(client, home);
  for (const [role, policy, status] of [
    ['RESTRICTED_USER', 'DEVICE_NOTE', 'active'],
    ['RESTRICTED_USER', 'NAME_CHANGE', 'active'],
    ['TRACKER', 'DEVICE_INFO', 'inactive'],
  ] as const)
    await client.call(api.rolePolicies.saveRolePolicy, {
      params: { custId },
      body: { role, policy, status, information: null },
    });
  for (const role of ['FIRM', 'AHP', 'TRACKER'])
    await fetch(`${varde.url}/ajax/user/forgot/${(await demoLogin(varde, role)).username}`);
  await logIn(varde, 'FIRM');
  await logInAs(varde, await demoLogin(varde, 'RESTRICTED_USER'));
  return { firm, userId, custId };
}

const details = {
  market: 1,
  orgNumber: null,
  reference: null,
  address: null,
  billingAddress: null,
  defaultAhp: null,
} as const;

async function fillFirm({ call }: Client, custId: number): Promise<void> {
  const address = { address1: 'Storgata 1', address2: 'Bygg C', zip: '6003', city: 'Ålesund' };
  await call(api.customers.updateCustomer, {
    params: { custId },
    body: {
      ...details,
      firmName: 'Solvik Fjelldrift AS',
      orgNumber: '974760673',
      reference: 'Vegard, drift',
      address,
      billingAddress: { ...address, address1: 'Postboks 17' },
    },
  });
  const month = Date.now() + 30 * 86_400_000;
  for (const [note, maxUses, validUntil] of [
    ['Messen i Ålesund', 200, month],
    ['', 1, null],
    ['Til pårørende i Sørneset som fikk brev i høst', 25, month],
  ] as const)
    await call(api.coupons.createCoupon, { params: { custId }, body: { note, maxUses, validUntil } });
  const { coupons } = await call(api.coupons.listCoupons, { params: { custId }, query: {} });
  const code = coupons[0]?.code ?? '';
  await call(api.coupons.closeCoupon, { params: { custId, code } });
}

async function deleteSome({ call }: Client, custId: number): Promise<void> {
  for (const firstName of ['Sommervikar', 'Nattevakt']) {
    const { userId } = await call(api.users.createUser, {
      body: {
        username: `${firstName.toLowerCase()}@solvik.example`,
        firstName,
        lastName: 'Lien',
        mobile: null,
        language: 'nb',
        custId,
        temporaryUntil: null,
        policies: [{ role: 'RESTRICTED_USER', custId }],
      },
    });
    await call(api.users.deleteUser, { params: { userId } });
  }
}
