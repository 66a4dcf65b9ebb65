import type { AdministrationTexts } from '../nb/administration.ts';
import customers from './customers.json' with { type: 'json' };

export const administrationTexts: AdministrationTexts = { customers };
