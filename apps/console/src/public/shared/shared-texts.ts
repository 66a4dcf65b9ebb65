import en from '#texts/en/shared.json' with { type: 'json' };
import type { Language } from '#texts/language.ts';
import nb from '#texts/nb/shared.json' with { type: 'json' };

export type SharedTexts = typeof nb;
export const sharedTexts: Record<Language, SharedTexts> = { nb, en };
