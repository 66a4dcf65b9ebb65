import { parseArgs } from 'node:util';
import { enteredCode, enteredDeviceNumber, enteredText } from '@varde/catalogue/entered-text';
import { hardwareById, type KnownHardware } from '@varde/catalogue/hardware/index';
import { identityIn, protocols, registrationProtocol } from '@varde/catalogue/protocols';
import { lockDevice } from '#domain/devices/find-device.ts';
import { registerDevice } from '#domain/devices/register-device.ts';
import { giveDefaultFences } from '#domain/geofences/default-fences.ts';
import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { openInstallation } from './installation.ts';
import { requireCustomer, requireText } from './options.ts';
import { print } from './terminal.ts';
import { UserError } from './user-error.ts';

const tokenProtocols = protocols
  .filter(({ token }) => token)
  .map(({ key }) => key)
  .join(', ');

export const addDeviceCommand: Command = {
  name: 'add-device',
  usage:
    'add-device --hardware <number> --identity <imei> --serial <…> --customer <id or name> [--name …] [--phone +47…]',
  text: `Register a device. For those that prove with a token who they are (${tokenProtocols}) it prints the token, once.`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        hardware: { type: 'string' },
        identity: { type: 'string' },
        serial: { type: 'string' },
        customer: { type: 'string' },
        name: { type: 'string' },
        phone: { type: 'string' },
      },
    });
    const hardware = requireHardware(requireText('hardware', values.hardware));
    const identity = requireIdentity(hardware, requireText('identity', values.identity));
    const serial = enteredCode(requireText('serial', values.serial));
    const customer = requireText('customer', values.customer);
    const phone = values.phone === undefined ? undefined : enteredDeviceNumber(values.phone);
    if (phone !== undefined && !/^\+\d{6,20}$/.test(phone))
      throw new UserError(`${values.phone} is no phone number in the form +4758…`);
    const { database, close } = await openInstallation(readConfig());
    try {
      const registered = await registerDevice(database.db, {
        dehaId: hardware.dehaId,
        custId: await requireCustomer(database.db, customer),
        deviceName: enteredText(values.name ?? '').trim() || `${hardware.name} ${serial}`,
        deviceSerialNumber: serial,
        identity,
        ...(phone === undefined ? {} : { formattedPhoneNumE164: phone }),
      });
      if (registered === null)
        throw new UserError(`serial number ${serial} or identity ${identity} is registered already`);
      const { deviId } = registered;
      await database.db.transaction(async (tx) => {
        const device = await lockDevice(tx, 'all', deviId);
        if (device !== undefined) await giveDefaultFences(tx, device);
      });
      print(`Device ${deviId} is registered (${hardware.name}, protocol ${registered.protocol}).`);
      if (registered.token !== null) print(`Its token, shown only now: ${registered.token}`);
    } finally {
      await close();
    }
  },
};

function requireHardware(number: string) {
  const hardware = hardwareById(Number(number));
  if (hardware === undefined) throw new UserError(`there is no hardware ${number}`);
  return hardware;
}

/** A device that cannot send this identity would never be recognised. */
function requireIdentity(hardware: KnownHardware, typed: string): string {
  const protocol = registrationProtocol(hardware);
  const identity = identityIn(protocol, typed);
  if (identity !== null) return identity;
  throw new UserError(
    `${typed} is no identity of ${hardware.name}: it speaks ${protocol.key}, in which it is ${protocol.identity.words}`,
  );
}
