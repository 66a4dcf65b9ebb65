import { type Problem, problemSchema } from '@varde/contract/errors';
import type { OpenApi } from '@varde/contract/openapi/types';
import { type GenericCall, genericCalls } from '@varde/testing/generic-client';
import { createRefusalWorld, type RefusalWorld } from '@varde/testing/refusal-world';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { generateSecret } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let world: RefusalWorld;
let calls: GenericCall[];

/** What is looked at comes before what is changed, and that before what is removed. */
const order: readonly GenericCall['method'][] = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];

beforeAll(async () => {
  server = await startTestServer({ environment: { VARDE_PUSH_CONTACT: 'drift@varde.example' } });
  await server.app.start();
  world = await createRefusalWorld(server, generateSecret());
  const { body } = await server.call('GET', '/ajax/docs/json');
  calls = genericCalls(body as OpenApi).sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
});
afterAll(() => server.close());

/** A problem with what the client has made of the description, and not with the state of the records. */
const isAboutForm = ({ code, errors = [] }: Problem): boolean =>
  code === 'malformedRequest' ||
  (code === 'validationFailed' && errors.some(({ message }) => /^(Invalid|Too|Unrecognized)/.test(message)));

/** Each test server's call fails when an answer is not described. */
test('a client that knows nothing but the description is understood by each call, and gets an answer that is described', async () => {
  expect(calls.length).toBeGreaterThan(200);
  const done = new Set<string>();
  const misunderstood: Record<string, unknown> = {};
  for (const call of calls)
    for (const as of [world.callers.admin, world.callers.ahp]) {
      const { url, headers, body } = call.request(world.ids);
      const content = body === undefined ? {} : { body };
      const answer = await server.call(call.method, url, { as, headers, ...content });
      const problem = answer.status < 400 ? null : problemSchema.parse(answer.body);
      if (problem === null) done.add(call.operationId);
      else if (isAboutForm(problem)) misunderstood[`${call.method} ${url}`] = problem;
    }
  expect(misunderstood).toEqual({});
  expect(done.size).toBeGreaterThan(100);
});
