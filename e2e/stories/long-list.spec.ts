import { expect, type Page, test } from '@playwright/test';
import { logInByHand } from '../fixtures/story.ts';
import { type RunningVarde, startVarde } from '../fixtures/varde.ts';
import { prepareOverfull } from '../screens/prepare.ts';

const devices = 10_000;
const ofTheDemo = 60;

let varde: RunningVarde;
test.beforeAll(async () => {
  varde = await startVarde({ fleet: false, prepare: (env) => prepareOverfull(env, devices - ofTheDemo) });
});
test.afterAll(() => varde.dispose());

test('ten thousand devices scroll to the last one, and back', async ({ page }) => {
  await logInByHand(page, varde, 'SUPERFIRM');
  await expect(page.getByText(/^10\s000 enheter$/)).toBeVisible();
  expect(await scroll(page, { screens: 1000, step: 'end' })).toBe(devices);
  await scroll(page, { screens: 10, step: 'screenUp' });
  await expect(page.getByRole('row').nth(5)).toBeVisible();
});

/** Scrolls until the last device is drawn, up to a number of times. Returns the last drawn row. */
async function scroll(page: Page, way: { screens: number; step: 'screenUp' | 'end' }) {
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
        // While the next rows were loading nothing was scrolled.
        if (scroller.scrollTop !== before) done++;
      }
      return lastRow();
    },
    { ...way, total: devices },
  );
}
