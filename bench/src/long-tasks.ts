import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time, microseconds: excludes other work of a busy machine. */
  tdur?: number;
  args: { name?: string };
}

/** The lengths of the tasks of the page's main thread, in milliseconds, longest first: script, layout and paint. */
export async function tasksDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
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

const screens = 60;

/** Scrolls a list down and up again, a screen at a time, over its loaded rows. */
export async function scrollList(page: Page): Promise<void> {
  await page.evaluate(async (screens) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const scroller = document.querySelector('[role=table]')?.parentElement;
    if (!scroller) throw new Error('there is no list');
    for (const direction of [1, -1])
      for (let done = 0; done < screens; ) {
        const before = scroller.scrollTop;
        scroller.scrollTo(0, before + direction * scroller.clientHeight);
        await frame();
        await frame();
        // No scrolling happened while the next rows were loading.
        if (scroller.scrollTop !== before) done++;
        else if (direction === -1) break;
      }
  }, screens);
}

/** Loads the whole list by scrolling to its end until this many rows are loaded. */
export async function loadWholeList(page: Page, rows: number): Promise<void> {
  await page.evaluate(async (rows) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const scroller = document.querySelector('[role=table]')?.parentElement;
    if (!scroller) throw new Error('there is no list');
    const lastRow = () =>
      Math.max(...[...document.querySelectorAll('[role=row]')].map((row) => Number(row.ariaRowIndex) - 1));
    while (lastRow() < rows) {
      scroller.scrollTo(0, scroller.scrollHeight);
      await frame();
    }
    scroller.scrollTo(0, scroller.scrollHeight / 2);
  }, rows);
}
