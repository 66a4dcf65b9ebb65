import { test as stories } from '../fixtures/story.ts';
import { tellTextSize, withTextAt } from '../fixtures/text-size.ts';

const percent = 150;
const test = stories.extend({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...withTextAt(percent)] }),
    { scope: 'worker' },
  ],
});

tellTextSize(test, percent);
