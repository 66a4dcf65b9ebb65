import { type Browser, expect, type Page, test } from '@playwright/test';
import { logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';
import { prepareOverfull } from '../screens/prepare.ts';

const devices = 10_000;
const ofTheDemo = 60;
/** A person feels that the page hangs from about here on (RAIL: answers within 100 ms). */
const longestTaskMs = 100;

let varde: RunningVarde;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  varde = await startVarde({ fleet: false, prepare: (env) => prepareOverfull(env, devices - ofTheDemo) });
});
test.afterAll(() => varde.dispose());

test('ten thousand devices scroll to the last one, and nothing holds the page up', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await logInByHand(page, varde, 'SUPERFIRM');
  await expect(page.getByText(/^10\s000 enheter$/)).toBeVisible();
  const tasks = await tasksDuring(browser, page, async () => {
    await scroll(page, { screens: 60, step: 'screen' });
    expect(await scroll(page, { screens: 1000, step: 'end' })).toBe(devices);
    await scroll(page, { screens: 60, step: 'screenUp' });
  });
  test.info().annotations.push({ type: 'tasks', description: `longest: ${tasks.slice(0, 8).join(', ')} ms` });
  expect(tasks[0]).toBeLessThanOrEqual(longestTaskMs);
});

/** Scrolls until the last device is drawn, at most so many times. Answers which row is the last that is drawn. */
async function scroll(page: Page, way: { screens: number; step: 'screen' | 'screenUp' | 'end' }) {
  return page.evaluate(
    async ({ screens, step, total }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const scroller = document.querySelector('[role=table]')?.parentElement;
      if (!scroller) throw new Error('there is no list');
      const lastRow = () =>
        Math.max(...[...document.querySelectorAll('[role=row]')].map((row) => Number(row.ariaRowIndex) - 1));
      for (let done = 0; done < screens; ) {
        const before = scroller.scrollTop;
        const by = step === 'screenUp' ? -scroller.clientHeight : scroller.clientHeight;
        scroller.scrollTo(0, step === 'end' ? scroller.scrollHeight : before + by);
        await frame();
        await frame();
        if (step === 'end' && lastRow() >= total) break;
        // Where the next rows are still on their way nothing was scrolled.
        if (scroller.scrollTop !== before) done++;
      }
      return lastRow();
    },
    { ...way, total: devices },
  );
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time on the processor, microseconds: what a busy machine does besides is not counted. */
  tdur?: number;
  args: { name?: string };
}

/** How long the tasks of the page's main thread were, in milliseconds, the longest first: script, layout and paint. */
async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  const categories = ['disabled-by-default-devtools.timeline', '__metadata'];
  await browser.startTracing(page, { categories, screenshots: false });
  await work();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  return trace.traceEvents
    .filter((event) => event.name === 'RunTask' && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((a, b) => b - a);
}
