import { createRoute, useNavigate } from '@tanstack/react-router';
import { idField, personSearchField } from '@varde/contract/filters';
import { parameter, searchReader } from '#data/search-parameters.ts';
import { lazyPage } from '#kit/lazy-page.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { rootRoute } from './root.tsx';

const PersonalDataPage = lazyPage(
  async () =>
    (await withAdministrationTexts(() => import('#features/personal-data/personal-data-page.tsx'))).PersonalDataPage,
);

/** Personal data; the search and the chosen person are in the address. */
export const personalDataRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/personal_data',
  validateSearch: searchReader({
    search: parameter(personSearchField),
    user: parameter(idField),
    device: parameter(idField),
  }),
  component: PersonalDataRoute,
});

function PersonalDataRoute() {
  const { search = '', user, device } = personalDataRoute.useSearch();
  const navigate = useNavigate({ from: personalDataRoute.fullPath });
  return (
    <PersonalDataPage
      search={search}
      chosen={
        user !== undefined ? { kind: 'user', id: user } : device !== undefined ? { kind: 'device', id: device } : null
      }
      onSearch={(words) =>
        void navigate({ search: (before) => ({ ...before, search: words || undefined }), replace: true })
      }
      onChoose={(chosen) =>
        void navigate({
          search: { search: search || undefined, ...(chosen && { [chosen.kind]: chosen.id }) },
        })
      }
    />
  );
}
