import type { Page } from '@playwright/test';
import { api } from '@varde/contract/api';
import { logIn } from '../fixtures/api.ts';
import { expect, test } from '../fixtures/story.ts';

const script = `<img src=x onerror="globalThis.attacked=true"><script>globalThis.attacked=true</script>`;
const formula = '=HYPERLINK("https://evil.example")';
const link = 'javascript:globalThis.attacked=true';

type Watched = typeof globalThis & { attacked?: boolean; violations?: string[] };

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as Watched;
    watched.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      watched.violations?.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await page.reload();
}

const harmOf = (page: Page) =>
  page.evaluate(() => {
    const { attacked = false, violations } = globalThis as Watched;
    const links = [...document.querySelectorAll('a')].filter(({ protocol }) => protocol === 'javascript:');
    return {
      attacked,
      violations,
      links: links.length,
      pictures: document.querySelectorAll('img[src="x"]').length,
    };
  });

test('names with script, formulas and links are shown as text on every screen, and the content security policy reports no violation', async ({
  story,
  varde,
}) => {
  const { call } = await logIn(varde, 'SUPERFIRM');
  const { custId } = await call(api.customers.createCustomer, {
    body: {
      kind: 'municipality',
      parentId: null,
      firmName: script,
      market: 1,
      orgNumber: null,
      reference: formula,
      address: { address1: link, address2: script, zip: '6003', city: formula },
      billingAddress: null,
      defaultAhp: null,
    },
  });
  const names = { firstName: script.slice(0, 80), lastName: link, mobile: null, language: 'nb' as const };
  const policies = [{ role: 'TRACKER' as const, custId }];
  const { userId } = await call(api.users.createUser, {
    body: { username: 'ond@evil.example', ...names, custId, temporaryUntil: null, policies },
  });
  const own = await call(api.account.getProfile, {});
  const { username: _, ...profile } = own;
  await call(api.account.saveProfile, { body: { ...profile, firstName: formula, lastName: link } });

  const page = await story.open('SUPERFIRM', '/vardes');
  await watch(page);
  const expectHarmless = async (path: string, shown: string) => {
    await page.goto(`/#${path}`);
    await expect(page.getByText(shown).first()).toBeVisible();
    expect(await harmOf(page)).toEqual({ attacked: false, violations: [], links: 0, pictures: 0 });
  };
  await expectHarmless('/vardes', formula);
  await expectHarmless('/admin/customers', script);
  await page.getByText(script).first().click();
  await expectHarmless('/admin/users', link);
  await page.getByText(link).first().click();
  await expect(page.getByText(script).first()).toBeVisible();
  await expectHarmless('/admin/audit', link);
  await expectHarmless('/profile', link);
  await call(api.users.deleteUser, { params: { userId } });
  await expectHarmless('/admin/deleted', link);
  await call(api.account.saveProfile, { body: profile });
});
