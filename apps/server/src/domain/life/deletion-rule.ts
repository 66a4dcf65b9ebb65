import type { Caller } from '#platform/caller.ts';

/** Specification 1, section 5: partners and partner users, and others where the device allows it. */
export const mayDelete = (caller: Caller, { allowDeviceDeletes }: { allowDeviceDeletes: boolean }): boolean =>
  caller.isPartner || allowDeviceDeletes;

/** Partners decide whether a device allows it, and administrators of an installation, which may have no partner. */
export const mayAllowDeletes = ({ isPartner, isAdmin }: Caller): boolean => isPartner || isAdmin;
