import { expect, test } from '../fixtures/story.ts';

test('an unregistered device is listed for the administrator with its count and address, and raises nothing', async ({
  story,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const stranger = await story.device(({ protocol }) => protocol === 'eview', {
    identity: '000000000999999',
  });
  stranger.wire.pressSos();
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await page.getByRole('link', { name: 'Ukjente enheter' }).click();
  const row = page.getByRole('row').filter({ hasText: '000000000999999' });
  await expect(row).toContainText('127.0.0.1');
  await expect(page.getByRole('listitem', { name: /^Alarm/ })).toHaveCount(0);
  expect(stranger.wire.unacknowledged).not.toEqual([]);
});
