import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deviceRow } from '../../testing/records.ts';
import { renderPart } from '../../testing/render-part.tsx';
import { deviceActionList } from './device-action-list.ts';
import { UserImage } from './user-image.tsx';

const image = () => document.querySelector('img');

describe('the image of a device’s wearer', () => {
  it('is loaded from its address with its version, blurred by 18 pixels until it is clicked [D4.030 D4.031 D7.091]', () => {
    renderPart(<UserImage deviId={7} version={12} />);
    expect(image()?.getAttribute('src')).toBe('/ajax/file/userimage/7/?12');
    expect(image()?.style.filter).toBe('blur(18px)');
    fireEvent.click(screen.getByRole('button', { name: 'Vis bildet' }));
    expect(image()?.style.filter).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Skjul bildet' }));
    expect(image()?.style.filter).toBe('blur(18px)');
  });

  it('is blurred again when the image changes', () => {
    const { rerender } = renderPart(<UserImage deviId={7} version={12} />);
    fireEvent.click(screen.getByRole('button', { name: 'Vis bildet' }));
    rerender(<UserImage deviId={7} version={13} />);
    expect(image()?.style.filter).toBe('blur(18px)');
  });

  it('is a person’s icon without an image or when it cannot be loaded, until another version exists [C2.38 D8.010]', () => {
    const { rerender } = renderPart(<UserImage deviId={7} version={null} />);
    const person = () => screen.getByRole('img', { name: 'Ikke noe bilde' }).querySelector('.tabler-icon-user');
    expect(person()).not.toBeNull();
    rerender(<UserImage deviId={7} version={12} />);
    expect(screen.queryByRole('img', { name: 'Ikke noe bilde' })).toBeNull();
    const loading = image();
    if (loading) fireEvent.error(loading);
    expect(image()).toBeNull();
    expect(person()).not.toBeNull();
    rerender(<UserImage deviId={7} version={13} />);
    expect(image()).not.toBeNull();
  });

  it('is opened by an action of the row, for users who may see it', () => {
    const visible = (fields: Parameters<typeof deviceRow>[0]) => {
      const action = deviceActionList(deviceRow(fields)).find(({ key }) => key === 'userImage');
      return action?.places.includes('row') && action.visible;
    };
    expect(visible({ abilities: ['userImage'], userImageVersion: 12 })).toBe(true);
    expect(visible({ abilities: ['userImage'], userImageVersion: null })).toBe(false);
    expect(visible({ abilities: ['info'], userImageVersion: 12 })).toBe(false);
  });
});
