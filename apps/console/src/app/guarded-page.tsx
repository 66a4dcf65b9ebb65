import { Outlet } from '@tanstack/react-router';
import { useSession } from '#data/session.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { guardedAreaOf, mayOpen } from './navigation.ts';

const MissingRight = lazyPage(
  async () => (await withAdministrationTexts(() => import('./missing-right.tsx'))).MissingRight,
);

/** The page of an address, or what its user lacks for it: they may have it from a bookmark or from somebody else. */
export function GuardedPage({ path }: { path: string }) {
  const session = useSession();
  const area = guardedAreaOf(path);
  return area === undefined || mayOpen(area, session) ? <Outlet /> : <MissingRight area={area} />;
}
