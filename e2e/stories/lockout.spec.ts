import { mailTo } from '../fixtures/mail.ts';
import { addPerson, customerNamed, fillLogin } from '../fixtures/people.ts';
import { expect, test } from '../fixtures/story.ts';

test('guessing a password is limited, and the owner of the account is notified by mail', async ({ page, varde }) => {
  const custId = await customerNamed(varde, 'Solvik sykehjem');
  const owner = await addPerson(varde, 'gjettet@sykehjem.example', 'RESTRICTED_USER', custId);
  await page.goto(varde.url);
  await expect(async () => {
    await fillLogin(page, { ...owner, password: 'sommer' });
    // The answer to this attempt: sending it takes the one before off the page.
    expect(await page.getByRole('alert').textContent()).toBe('For mange forsøk. Vent litt og prøv igjen.');
  }).toPass({ timeout: 40_000 });
  // The right password has to wait as well: guessing reveals nothing.
  await fillLogin(page, owner);
  await expect(page.getByRole('alert')).toHaveText('For mange forsøk. Vent litt og prøv igjen.');
  await mailTo(varde, owner.username, 'Noen har prøvd å logge inn som deg mange ganger med feil passord');
});
