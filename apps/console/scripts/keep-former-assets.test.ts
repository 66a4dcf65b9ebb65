import { describe, expect, it } from 'vitest';
import { formerToKeep } from './keep-former-assets.ts';

describe('the files of the build before', () => {
  it('are kept when they changed, and those of the one before that go', () => {
    const builds = { present: ['page-2.js', 'map-1.js', 'page-1.js'], own: ['page-2.js', 'map-1.js'] };
    expect(formerToKeep({ ...builds, fresh: ['page-3.js', 'map-1.js'] })).toEqual(['page-2.js']);
  });

  it('are kept with what was kept when the new build changed nothing', () => {
    const builds = { present: ['page-2.js', 'page-1.js'], own: ['page-2.js'] };
    expect(formerToKeep({ ...builds, fresh: ['page-2.js'] })).toEqual(['page-1.js']);
  });

  it('are all kept when the build before did not say which were its own', () => {
    expect(formerToKeep({ present: ['page-1.js'], own: [], fresh: ['page-2.js'] })).toEqual(['page-1.js']);
  });

  it('are none at the first build', () => {
    expect(formerToKeep({ present: [], own: [], fresh: ['page-1.js'] })).toEqual([]);
  });
});
