/**
 * The kinds of customers, and the kinds that each may be below in the tree (specification 1, sections 1 and 6 name the
 * kinds; the order among them is Varde's own). `root`: it may also be a root.
 */
export const customerKinds = [
  { key: 'municipality', root: true, below: ['partner'] },
  { key: 'district', root: false, below: ['municipality', 'district'] },
  { key: 'home', root: false, below: ['municipality', 'district', 'firm'] },
  { key: 'firm', root: true, below: ['partner', 'firm', 'municipality'] },
  { key: 'partner', root: true, below: [] },
  { key: 'private', root: true, below: ['municipality', 'district', 'firm', 'partner'] },
  { key: 'stock', root: true, below: ['municipality', 'district', 'home', 'firm', 'partner'] },
] as const satisfies readonly { key: string; root: boolean; below: readonly string[] }[];

export type CustomerKind = (typeof customerKinds)[number]['key'];

/** The kinds that may be directly below a customer of this kind; null: those that may be roots. */
export function kindsBelow(parent: CustomerKind | null): CustomerKind[] {
  return customerKinds
    .filter(({ root, below }) => (parent === null ? root : below.some((kind) => kind === parent)))
    .map(({ key }) => key);
}
