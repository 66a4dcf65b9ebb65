import { configTable } from './config.ts';

/** docs/configuration.md, made from the schema that reads the environment. `scripts/generate-docs.ts` writes it. */
export function configurationPage(): string {
  const rows = Object.values(configTable).map(
    (entry) => `| \`${entry.env}\` | ${entry.default === null ? '' : `\`${entry.default}\``} | ${entry.text} |`,
  );
  return `# Configuration

<!-- Made by \`node scripts/generate-docs.ts\` from apps/server/src/config.ts. -->

Varde is configured by environment variables only. An invalid value stops the start, with one line for each; an unknown variable that begins with \`VARDE_\` gives a warning.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}

## Consequences

- **Demo.** Demo accounts (addresses that end in \`@solvik.example\`) exist only with the demo switch. Started without it on a database that holds them, Varde warns and treats them as nonexistent: they cannot log in, and their sessions end.
- **The data folder** belongs to one process at a time. A second one is refused while the first runs; the lock of a killed process is taken over.
- **Behind a proxy** set \`VARDE_PUBLIC_URL\`, and \`VARDE_TRUST_PROXY\` when the proxy sets X-Forwarded-For and X-Forwarded-Proto. \`/healthz\`, \`/readyz\` and \`/metrics\` are for the operator: do not publish them.
- **Roles**: one process has gateway, processing and console. On PostgreSQL further processes can share the jobs with it; they have the same settings, but a port of their own ([several processes](operations.md#several-processes)).
`;
}
