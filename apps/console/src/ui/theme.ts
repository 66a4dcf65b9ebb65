import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/**
 * The accent: a deep beacon orange. Text on shade 7, and text of shade 8 on white, both have a contrast above 4.5:1.
 */
const beacon: MantineColorsTuple = [
  '#fdeee5',
  '#fbdcc9',
  '#f7bd9a',
  '#f29c67',
  '#ec7f3d',
  '#dd6620',
  '#c95512',
  '#b8460c',
  '#a63e09',
  '#7f2f06',
];

/** Mantine's dark surfaces in the hue of tokens.css. */
const dark: MantineColorsTuple = [
  '#e8ebef',
  '#c3cad3',
  '#a4adb9',
  '#77818f',
  '#3d4653',
  '#2b323b',
  '#222831',
  '#1a1f26',
  '#14191f',
  '#0e1216',
];

export const theme = createTheme({
  primaryColor: 'beacon',
  primaryShade: 7,
  colors: { beacon, dark },
  fontFamily: 'var(--varde-font)',
  fontFamilyMonospace: 'var(--varde-mono)',
  defaultRadius: 'var(--varde-radius)',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  activeClassName: '', // nothing moves under a press, not by a pixel either
  components: {
    // Labels above, help below, so that adjacent fields stay aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Popover: { styles: { dropdown: { maxWidth: 'min(500px, 100vw)' } } }, // specification 1, section 9
    // The first item has the focus; Mantine's focus placeholder would be a child that ARIA does not allow in a menu.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false },
      styles: { dropdown: { '--menu-item-hover': 'var(--varde-hover)', maxWidth: 'min(500px, 100vw)' } }, // Mantine's default is the border colour
    },
  },
});

/** Mantine uses the same surfaces and text colours as our own parts: tokens.css is the only source of colours. */
export const resolveVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--varde-surface)',
    '--mantine-color-text': 'var(--varde-text)',
    '--mantine-color-dimmed': 'var(--varde-text-dim)',
    '--mantine-color-placeholder': 'var(--varde-text-dim)',
    '--mantine-color-default': 'var(--varde-surface)',
    '--mantine-color-default-hover': 'var(--varde-hover)',
    '--mantine-color-default-border': 'var(--varde-border-strong)',
    '--mantine-color-default-color': 'var(--varde-text)',
    '--mantine-color-error': 'var(--varde-status-alarm)',
    '--mantine-color-anchor': 'var(--varde-accent-text)',
    // For use without a shade: the variant "light" of a shade is solid, which made text red on red.
    '--mantine-color-red-filled': 'var(--varde-danger)',
    '--mantine-color-red-filled-hover': 'var(--varde-danger-hover)',
    '--mantine-color-red-light': 'var(--varde-status-alarm-soft)',
    '--mantine-color-red-light-hover': 'var(--varde-status-alarm-soft)',
    '--mantine-color-red-light-color': 'var(--varde-status-alarm)',
    '--mantine-color-green-filled': 'var(--varde-done)',
    '--mantine-color-beacon-filled': 'var(--varde-accent)',
    // Mantine's are translucent: over the colour of a status the text has too little contrast.
    '--mantine-color-beacon-light': 'var(--varde-accent-soft)',
    '--mantine-color-beacon-light-hover': 'var(--varde-accent-soft)',
    '--mantine-color-beacon-light-color': 'var(--varde-accent-text)',
    '--mantine-color-beacon-text': 'var(--varde-accent-text)',
    '--mantine-color-beacon-outline': 'var(--varde-accent-text)',
  };
  // Borders of fields need contrast too (WCAG 1.4.11).
  return {
    variables: {},
    light: { ...shared, '--mantine-color-gray-4': 'var(--varde-border-strong)' },
    dark: { ...shared, '--mantine-color-dark-4': 'var(--varde-border-strong)' },
  };
};
