import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeInterface } from './description.ts';

const rules = {
  // Varde is not published, so it has no licence to name.
  'info-license': 'off',
  // The addresses are those of the specification: a number is never the word that another address has in its place.
  'no-ambiguous-paths': 'off',
  // And so are the slashes at their ends.
  'no-path-trailing-slash': 'off',
} as const;

/** It is for the methods that an address lacks, so that no call has it. */
const ofNoCall = '#/components/responses/Problem405';

test('the description of the interface has no finding of the recommended rules of a linter', async () => {
  const config = await createConfig({ extends: ['recommended'], rules });
  const findings = await lintFromString({ source: JSON.stringify(describeInterface()), config });
  const lines = findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(lines.filter((line) => !line.endsWith(ofNoCall))).toEqual([]);
});
