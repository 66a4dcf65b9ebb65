import { run } from '@varde/server/cli/run';
import { vi } from 'vitest';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of `varde` within the test's process: its output is kept, its environment is this only. */
export async function runCommand(args: readonly string[], environment: Record<string, string>): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  for (const name of Object.keys(process.env)) if (name.startsWith('VARDE_')) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  try {
    return { code: await run(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/**
 * Why the result is not one clear line (or one for each mistake), without a stack, and exit code 1; null when it is.
 */
export function refusalFault(
  { code, stderr }: Pick<CommandResult, 'stderr'> & { code: number | null },
  ...said: RegExp[]
): string | null {
  const lines = stderr.trim().split('\n');
  const asSaid = said.length === lines.length && said.every((pattern, at) => pattern.test(lines[at] ?? ''));
  const clear = lines.every((line) => line.startsWith('varde: '));
  return code === 1 && asSaid && clear ? null : `exit ${code}: ${stderr}`;
}
