import { Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, type PartFailed } from '#ui/lazy-part.tsx';
import { PageTitle } from './page-title.tsx';
import { LoadFailed } from './state/load-failed.tsx';

/** A page whose code is loaded on the first visit. */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, PageFailed, <Skeleton height={36} width={320} m={16} />);

const PageFailed: PartFailed = ({ onRetry, crashed = false }) => {
  const { t } = useTranslation();
  const title = t(crashed ? 'common.cannotShow' : 'common.pageFailed');
  return (
    <>
      <PageTitle text={title} />
      <LoadFailed page title={title} onRetry={onRetry} crashed={crashed} />
    </>
  );
};
