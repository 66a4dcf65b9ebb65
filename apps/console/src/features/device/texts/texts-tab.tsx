import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { settingsOfType } from '@varde/catalogue/settings/settings-for';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { devicePageTextsIn } from '#texts/i18n.ts';
import { languages } from '#texts/language.ts';
import type { TabProps } from '../tab/tab-props.ts';
import styles from './texts-tab.module.css';

/** The texts of a device's tabs and settings in each language, with their keys: for translators. */
export function TextsTab({ device }: TabProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['texts of a device page'],
    queryFn: () => Promise.all(languages.map(devicePageTextsIn)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={360} />;
  const [first = {}] = data;
  const keys = pathsOf(device).flatMap((path) => leavesOf(textAt(first, path), path));
  return (
    <section>
      <p className={styles.intro}>{t('deviceInfo.textsIntro')}</p>
      <dl className={styles.texts}>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <code>{key}</code>
            </dt>
            {languages.map((language, at) => (
              <dd key={language} lang={language}>
                {String(textAt(data[at], key))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function pathsOf({ dehaId, tabs }: DeviceDetail): string[] {
  const hardware = hardwareById(dehaId);
  const settings = hardware ? settingsOfType(hardware) : [];
  return [...tabs.map(({ key }) => `deviceTabs.${key}`), ...settings.map(({ key }) => `settings.${key}`)];
}

const textAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), tree);

/** The paths of the texts at and below a path. */
const leavesOf = (tree: unknown, path: string): string[] =>
  isTree(tree) ? Object.entries(tree).flatMap(([name, below]) => leavesOf(below, `${path}.${name}`)) : [path];

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
