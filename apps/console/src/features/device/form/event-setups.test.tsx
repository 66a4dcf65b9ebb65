import { act } from '@testing-library/react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { Output } from '#data/api/call.ts';
import { withDevicePageTexts } from '#texts/i18n.ts';
import { settingsRecord } from '../../../testing/records.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { translatePage } from '../../../testing/translate-page.ts';
import { EventSetups } from './event-setups.tsx';

beforeAll(() => withDevicePageTexts(async () => undefined));

type Kind = Output<'getSettings'>['deviceEventSetups'];

it('says on a page that is translated as well that there is no list any more', () => {
  const hardware = hardwareById(34);
  if (hardware === undefined) throw new Error('watch seven is missing');
  const settings = settingsRecord(hardware);
  let change: (kind: Kind) => void = () => undefined;
  function Changing() {
    const [kind, setKind] = useState<Kind>('device');
    change = (next) => act(() => setKind(next));
    return <EventSetups settings={{ ...settings, deviceEventSetups: kind }} />;
  }
  renderPart(<Changing />);
  expect(document.body.textContent).toContain('egen varslingsliste');
  const stop = translatePage();
  change('none');
  stop();
  expect(document.body.textContent).toContain('ingen varsles ved alarm');
  expect(document.body.textContent).not.toContain('egen varslingsliste');
});
