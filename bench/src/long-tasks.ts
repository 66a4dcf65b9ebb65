import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Time on the processor, microseconds: what a busy machine does besides is not counted. */
  tdur?: number;
  args: { name?: string };
}

/** How long the tasks of the page's main thread were, in milliseconds, the longest first: script, layout and paint. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
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

/** Scrolls a list down and up again, a screen at a time, as far as it has loaded. */
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
        // Where the next rows are still on their way nothing was scrolled.
        if (scroller.scrollTop !== before) done++;
        else if (direction === -1) break;
      }
  }, screens);
}
