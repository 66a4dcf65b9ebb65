import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '@varde/contract/audit';
import { beforeAll, expect, it, vi } from 'vitest';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { useAuditExport } from './use-audit-export.ts';

beforeAll(() => withAdministrationTexts(async () => undefined));

const entry: AuditEntry = {
  auditId: 1,
  at: new Date(2026, 10, 20, 12).getTime(),
  action: 'alarm.reset',
  user: { userId: 5, name: 'Kari Nes' },
  key: null,
  context: 'PROFFWEB',
  address: '192.0.2.7',
  customer: { custId: 3, firmName: 'Solvik sykehjem' },
  device: { deviId: 9, deviceName: null },
  subject: { kind: 'alarm', id: 12 },
  before: { state: 'claimed', claimedBy: 5 },
  after: { state: 'reset', handledBy: 'Kari', outcome: 'helped', note: null },
  mentions: [{ kind: 'user', id: 5, name: 'Kari Nes' }],
  hash: 'abc',
};

function Export() {
  const { start } = useAuditExport({});
  return (
    <button type="button" onClick={() => void start()}>
      Eksporter
    </button>
  );
}

async function exported(...entries: AuditEntry[]): Promise<string[][]> {
  const answer = { entries, nextCursor: null, abilities: [] };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:audit';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  renderPart(<Export />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = new TextDecoder('utf-16le').decode(await saved[0]?.arrayBuffer());
  return text
    .trimEnd()
    .split('\r\n')
    .slice(2)
    .map((line) => line.split(';'));
}

it('an export has changes in the words of the screen, without codes and brackets', async () => {
  const [row] = await exported(entry);
  expect(row).toEqual([
    '20.11.2026 12:00:00',
    'Kari Nes',
    'Tilbakestilte alarmen',
    'Enhet nr. 9',
    'Solvik sykehjem',
    '192.0.2.7',
    'Status: Tatt · Tatt av: Kari Nes',
    'Status: Tilbakestilt · Håndtert av: Kari · Utfall: Tjenestemottakeren fikk hjelp · Notat: –',
    'abc',
  ]);
});

it('names the key with which a program did it, also one of an erased user', async () => {
  const key = { keyId: 7, name: 'Trygghetssentralen' };
  const rows = await exported({ ...entry, key }, { ...entry, key: { keyId: 7, name: null } });
  expect(rows.map(([, who]) => who)).toEqual(['Kari Nes, nøkkel «Trygghetssentralen»', 'Kari Nes, nøkkel nr. 7']);
});
