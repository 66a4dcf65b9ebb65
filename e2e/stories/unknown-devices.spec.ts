import { connect } from 'node:net';
import { expect, expectAccessible, test } from '../fixtures/story.ts';

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

test('what came on a port of devices and could not be read is listed for the administrator with its cause and address', async ({
  story,
  varde,
}) => {
  const page = await story.open('SUPERFIRM', '/vardes');
  const socket = connect(varde.ports.osmand, '127.0.0.1', () => {
    socket.end(Buffer.from('160301020001000001fc0303', 'hex')); // the beginning of a TLS handshake
  });
  await page.getByRole('button', { name: 'Administrasjon' }).click();
  await page.getByRole('link', { name: 'Ukjente enheter' }).click();
  const table = page.getByRole('region', { name: 'Meldinger som ikke kunne leses' });
  const row = table.getByRole('row').filter({ hasText: 'TLS på en port uten TLS' });
  await expect(row).toContainText('127.0.0.1');
  await expect(row).toContainText('osmand');
  await expectAccessible(page);
});
