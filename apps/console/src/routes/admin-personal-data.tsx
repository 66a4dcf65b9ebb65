import { createRoute, useNavigate } from '@tanstack/react-router';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const PersonalDataPage = lazyPage(
  async () =>
    (await withAdministrationTexts(() => import('#features/personal-data/personal-data-page.tsx')))
      .PersonalDataPage,
);

const idIn = (given: unknown): number | null => {
  const id = Number(given);
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** What is held about people; the search and who is chosen stand in the address. */
export const personalDataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/personal_data',
  validateSearch: (given: Record<string, unknown>) => {
    const search = typeof given.search === 'string' ? given.search : '';
    const user = idIn(given.user);
    const device = idIn(given.device);
    return {
      ...(search ? { search } : {}),
      ...(user === null ? {} : { user }),
      ...(device === null || user !== null ? {} : { device }),
    };
  },
  component: PersonalDataRoute,
});

function PersonalDataRoute() {
  const { search = '', user, device } = personalDataRoute.useSearch();
  const navigate = useNavigate({ from: personalDataRoute.fullPath });
  const kept = search ? { search } : {};
  return (
    <PersonalDataPage
      search={search}
      chosen={
        user !== undefined
          ? { kind: 'user', id: user }
          : device !== undefined
            ? { kind: 'device', id: device }
            : null
      }
      onSearch={(words) =>
        void navigate({
          search: ({ user: u, device: d }) => ({
            ...(words ? { search: words } : {}),
            ...(u === undefined ? {} : { user: u }),
            ...(d === undefined ? {} : { device: d }),
          }),
          replace: true,
        })
      }
      onChoose={(chosen) =>
        void navigate({ search: chosen === null ? kept : { ...kept, [chosen.kind]: chosen.id } })
      }
    />
  );
}
