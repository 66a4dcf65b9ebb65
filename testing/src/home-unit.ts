import { createCustomer, createDevice, createUser, speaksHttp } from './factories.ts';
import { freePort } from './free-port.ts';
import { createManualClock } from './manual-clock.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A complete Varde with a clock of its own, and a gateway on a real socket to which home units speak. */
export async function startServerForUnits() {
  const port = await freePort();
  const clock = createManualClock();
  const server = await startTestServer({ clock, environment: { VARDE_DEVICE_HTTP_PORT: `${port}` } });
  await server.app.start();
  return { server, clock, port };
}

/** A home unit of a new customer, what it logs in with, and the session of a user there. */
export async function addHomeUnit({ db, loginAs }: TestServer) {
  const custId = await createCustomer(db);
  const { deviId, identity, token } = await speaksHttp(db, await createDevice(db, { custId, dehaId: 13 }));
  const cookie = await loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId }));
  return { deviId, custId, cookie, sender: { identity, token: token ?? '' } };
}
