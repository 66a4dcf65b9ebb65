import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { nameKey } from '@varde/catalogue/entered-text';
import { userTags } from '@varde/catalogue/user-tags';
import { importColumns } from '@varde/contract/import-columns';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '#domain/export/csv.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { NotInStock } from './add-device-form.tsx';
import styles from './add-device-page.module.css';
import type { ImportTable } from './import-rows.ts';
import type { Import, ImportResult } from './use-import.ts';

interface ImportResultsProps {
  current: Import;
  busy: boolean;
  failure: string | null;
  onRun: () => void;
  onRestart: () => void;
}

/** The result of each row, of the dry run and then of the import. */
export function ImportResults({ current, busy, failure, onRun, onRestart }: ImportResultsProps) {
  const { t } = useTranslation();
  const { results, imported } = current;
  const all = [...results.values()];
  const ready = all.filter(({ faults }) => faults.length === 0).length;
  const tokens = all.filter(({ token }) => token !== null);
  const doubts = imported ? [] : doubtsOf(current);
  const [seen, setSeen] = useState(false);
  return (
    <>
      <Text fw={600} role="status">
        {t(imported ? 'importDevices.done' : 'importDevices.ready', { ready, count: all.length })}
      </Text>
      <Source current={current} />
      {imported && tokens.length > 0 && (
        <Alert variant="light" title={t('importDevices.tokens')}>
          <TokenButton current={current} tokens={tokens} />
        </Alert>
      )}
      {doubts.length > 0 && <Doubts doubts={doubts} seen={seen} onSeen={setSeen} />}
      {!imported && all.some(isElsewhere) && <NotInStock />}
      <RowTable current={current} seen={seen} />
      <Group>
        {imported ? (
          <Button component={Link} to="/vardes">
            {t('devices.title')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onRestart}>
              {t('importDevices.another')}
            </Button>
            <SteadyButton disabled={ready === 0 || (doubts.length > 0 && !seen)} loading={busy} onClick={onRun}>
              {t('importDevices.run', { count: ready })}
            </SteadyButton>
          </>
        )}
        <Failure text={failure} />
      </Group>
    </>
  );
}

/** What was read, and what of the file was not. */
function Source({ current: { file, table } }: { current: Import }) {
  const { t } = useTranslation();
  const { sheet, otherSheets, unused } = table;
  return (
    <>
      <Text size="sm">
        {sheet === null ? t('importDevices.source', { file }) : t('importDevices.sheet', { sheet, file })}
      </Text>
      {otherSheets.length > 0 && (
        <Text size="sm">{t('importDevices.otherSheets', { sheets: otherSheets.join(', ') })}</Text>
      )}
      {unused.length > 0 && <Text size="sm">{t('importDevices.unused', { columns: unused.join(', ') })}</Text>}
    </>
  );
}

/** The doubts about rows that can be imported. */
const doubtsOf = ({ table, results }: Import) =>
  table.doubts.filter(({ line }) => results.get(line)?.faults.length === 0);

/** Of a unit that is not in stock here, or registered elsewhere. */
const isElsewhere = ({ faults }: ImportResult): boolean =>
  faults.some(({ fault }) => fault === 'notInStock' || fault === 'taken');

/** Doubts that are shown one by one. */
const mostDoubts = 10;

interface DoubtsProps {
  doubts: ImportTable['doubts'];
  seen: boolean;
  onSeen: (seen: boolean) => void;
}

/** Asks whether cells are right that a spreadsheet may have changed. */
function Doubts({ doubts, seen, onSeen }: DoubtsProps) {
  const { t } = useTranslation();
  const more = doubts.length - mostDoubts;
  return (
    <Alert color="yellow" variant="light">
      {/* Not as the title of the alert, which has too little contrast in yellow. */}
      <Text size="sm" fw={600} mb="xs">
        {t('importDevices.doubts.title')}
      </Text>
      <Text size="sm">{t('importDevices.doubts.help')}</Text>
      <ul className={styles.columns}>
        {doubts.slice(0, mostDoubts).map(({ line, column, reason, text }) => (
          <li key={`${line} ${column} ${reason}`}>
            {t('importDevices.doubts.one', {
              line,
              column: t(`importDevices.columns.${column}`),
              text,
              reason: t(`importDevices.doubts.${reason}`),
            })}
          </li>
        ))}
        {more > 0 && <li>{t('importDevices.doubts.more', { count: more })}</li>}
      </ul>
      <Checkbox
        mt="sm"
        label={t('importDevices.doubts.right')}
        checked={seen}
        onChange={({ currentTarget }) => onSeen(currentTarget.checked)}
      />
    </Alert>
  );
}

/** The rows as they were read, beside what the sheet shows where it differs: first those that somebody has to look at. */
function RowTable({ current, seen }: { current: Import; seen: boolean }) {
  const { t } = useTranslation();
  const { table, results, imported } = current;
  const doubtful = new Set(doubtsOf(current).map(({ line }) => line));
  const urgency = (line: number) => (doubtful.has(line) ? 2 : Number(results.get(line)?.origin === null));
  const rows = table.rows
    .map((row) => ({ ...row, ...results.get(row.line)?.read }))
    .toSorted((a, b) => urgency(b.line) - urgency(a.line));
  const columns = importColumns.filter((column) => rows.some((row) => row[column] !== ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={t('importDevices.result')}>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th>{t('importDevices.line')}</th>
            {columns.map((column) => (
              <th key={column}>{t(`importDevices.columns.${column}`)}</th>
            ))}
            <th>{t('importDevices.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const result = results.get(row.line);
            const state = imported ? 'imported' : stateOf(doubtful.has(row.line), seen);
            return (
              <tr key={row.line}>
                <td>{row.line}</td>
                {columns.map((column) => (
                  <td key={column}>
                    <ReadCell
                      read={column === 'tag' ? tagText(t, row.tag) : row[column]}
                      shown={table.shown.get(row.line)?.[column] ?? ''}
                    />
                  </td>
                ))}
                <td className={result?.origin === null ? styles.faulty : undefined}>
                  {result && resultText(t, result, state)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function ReadCell({ read, shown }: { read: string; shown: string }) {
  const { t } = useTranslation();
  const isSame = nameKey(read) === nameKey(shown);
  return (
    <>
      <span>{read}</span>
      {!isSame && (
        <Text size="xs" c="dimmed">
          {t('importDevices.shown', { text: shown })}
        </Text>
      )}
    </>
  );
}

/** The name of a tag, or the text of the cell where there is none. */
const tagText = (t: TFunction, text: string): string => {
  const tag = userTags.find((one) => one === text);
  return tag === undefined ? text : t(`catalogue.userTags.${tag}`);
};

/** Of a row that can be imported. */
function stateOf(isDoubtful: boolean, seen: boolean): State {
  if (!isDoubtful) return 'origins';
  return seen ? 'seen' : 'unsure';
}

type State = 'origins' | 'unsure' | 'seen' | 'imported';

function resultText(t: TFunction, { origin, faults }: ImportResult, state: State): string {
  if (origin !== null) return t(`importDevices.${state}.${origin}`);
  return faults
    .map(({ column, fault, otherLine }) =>
      t('importDevices.fault', {
        column: t(`importDevices.columns.${column}`),
        fault: t(`importDevices.faults.${fault}`, { line: otherLine }),
      }),
    )
    .join(' ');
}

/** Tokens are shown only now: they can be saved as a file, and leaving the page without it asks first. */
function TokenButton({ current: { table }, tokens }: { current: Import; tokens: readonly ImportResult[] }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(false);
  useUnsavedGuard(!saved);
  const serials = new Map(table.rows.map(({ line, serial }) => [line, serial]));
  const save = () => {
    saveCsv(t('importDevices.tokenFile'), [
      [t('importDevices.columns.serial'), t('deviceLog.identities.token')],
      ...tokens.map(({ line, token }) => [serials.get(line) ?? '', token ?? '']),
    ]);
    setSaved(true);
  };
  return (
    <Button variant="default" onClick={save}>
      {t('importDevices.saveTokens')}
    </Button>
  );
}
