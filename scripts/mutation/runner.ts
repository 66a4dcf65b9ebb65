import { inject, type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest';
import { killedIn, openJournal, triedBy } from './journal.ts';
import type { Plan } from './run-tests.ts';
import { installSwitch, maxSteps } from './switch.ts';
import { planTries } from './tries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mutation: {
      journal: string;
      /** Tried in every test and while files are loaded. Without it, each test tries the mutants that it reaches. */
      mutant: number | null;
      plan?: Plan | undefined;
    };
  }
}

/** Runs each test once for each mutant that the test reaches: Vitest's retries are our tries. */
class MutationRunner extends TestRunner {
  readonly #mutant = inject('mutation').mutant;
  readonly #planned = inject('mutation').plan;
  readonly #journal = openJournal(inject('mutation').journal);
  readonly #entries = this.#journal.read();
  readonly #killed = killedIn(this.#entries);
  readonly #switch = installSwitch(inject('mutation').mutant);
  readonly #outside = this.#switch.reached;
  #plan: ReturnType<typeof planTries> | undefined;
  #usual: { steps: number; time: number } | undefined;
  #began = 0;

  override async onBeforeRunSuite(suite: Parameters<TestRunner['onBeforeRunSuite']>[0]): Promise<void> {
    await super.onBeforeRunSuite(suite);
    if (this.#mutant !== null && this.#killed.has(this.#mutant)) suite.mode = 'skip';
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#mutant !== null || test.mode !== 'run') return;
    const name = nameOf(test);
    const tried = triedBy(name, this.#entries);
    const reached = new Set<number>();
    this.#switch.reached = reached;
    this.#usual = undefined;
    this.#plan = planTries(
      () => {
        const ids = [...reached];
        this.#journal.append({ type: 'reached', test: name, ids });
        if (this.#planned === undefined) return ids.filter((id) => !this.#killed.has(id) && !tried.has(id));
        return (this.#planned[name] ?? []).filter((id) => reached.has(id) && !tried.has(id));
      },
      {
        killed: (id) => {
          this.#killed.add(id);
          this.#journal.append({ type: 'killed', id, test: name });
        },
        survived: (id) => this.#journal.append({ type: 'survived', id, test: name }),
        broken: () => this.#journal.append({ type: 'broken', file: test.file.filepath, test: name }),
      },
    );
    this.#plan.next();
    test.retry = { count: Number.MAX_SAFE_INTEGER, condition: () => true };
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.#switch.steps = 0;
    this.#switch.maxSteps = this.#usual === undefined ? maxSteps : this.#usual.steps * 20 + 100_000;
    this.#began = performance.now();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const limit = this.#usual === undefined ? 120_000 : this.#usual.time * 10 + 3_000;
    await within(limit, async () => TestRunner.getTestFn(test)());
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    if (this.#plan === undefined || test.result === undefined) return;
    this.#usual ??= { steps: this.#switch.steps, time: performance.now() - this.#began };
    const { value = null, done } = this.#plan.next(test.result.state === 'fail');
    if (value !== null) this.#journal.append({ type: 'trying', id: value, test: nameOf(test) });
    this.#switch.active = value;
    this.#switch.reached = new Set();
    test.result.attempts = [];
    test.result.errors = done ? [] : [{ message: 'to be tried with the next mutant' }];
    test.result.state = done ? 'pass' : 'fail';
    if (done) this.#switch.reached = this.#outside;
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (this.#mutant === null && suite === suite.file)
      this.#journal.append({ type: 'static', file: suite.file.filepath, ids: [...this.#outside] });
  }
}

const nameOf = (test: RunnerTestCase) => `${test.file.filepath} > ${test.fullTestName}`;

async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('this mutant takes too long')), milliseconds);
  });
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default MutationRunner;
