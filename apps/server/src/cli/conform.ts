import { parseArgs } from 'node:util';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { isIdentity, protocolByKey } from '@varde/catalogue/protocols';
import { ConformanceWalk } from '@varde/protocols/open/conformance';
import { createToken } from '#platform/secrets/tokens.ts';
import type { Command } from './command.ts';
import { type Bench, serveHttp, serveMqtt } from './conform-servers.ts';
import { askedToStop } from './stop-signal.ts';
import { print } from './terminal.ts';
import { UserError } from './user-error.ts';

/** Asks a maker to let a device do everything that the open protocol has, and says what the device does wrong. */
export const conformCommand: Command = {
  name: 'conform',
  usage: 'conform --protocol mqtt|http [--hardware <number>] [--identity <identity>] [--port <port>]',
  text: 'Test a device of yours that speaks the open protocol: walks through every message, and says what the device does wrong. Nothing is stored.',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        protocol: { type: 'string' },
        hardware: { type: 'string', default: '26' },
        identity: { type: 'string', default: 'unit-0001' },
        port: { type: 'string' },
      },
    });
    const { protocol: key, identity } = values;
    if (key !== 'mqtt' && key !== 'http') throw new UserError('--protocol is mqtt or http');
    const protocol = protocolByKey(key);
    const hardware = hardwareById(Number(values.hardware));
    if (hardware === undefined)
      throw new UserError(`there is no hardware ${values.hardware}; docs/hardware.md lists it`);
    if (!isIdentity(protocol, identity)) throw new UserError(`--identity is ${protocol.identity.words}`);
    const port = Number(values.port ?? protocol.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UserError('--port is a number up to 65535');
    await walk({ key, identity, port, hasSensors: hardware.capabilities.sensors.length > 0 });
  },
};

interface Device {
  key: 'mqtt' | 'http';
  identity: string;
  port: number;
  hasSensors: boolean;
}

async function walk({ key, identity, port, hasSensors }: Device): Promise<void> {
  const faults: string[] = [];
  const isDone = Promise.withResolvers<void>();
  const bench: Bench = {
    ...{ identity, token: createToken(), walk: new ConformanceWalk({ hasSensors }) },
    wrong: (fault) => {
      faults.push(fault);
      print(`  wrong: ${fault}`);
    },
    passed: ({ key: step }) => {
      print(`  passed: ${step}`);
      if (bench.walk.step === null) isDone.resolve();
      else print(bench.walk.step.ask);
    },
  };
  const server = await (key === 'mqtt' ? serveMqtt : serveHttp)(bench, port);
  print(`Let the device connect to port ${server.port} over ${key}: identity ${identity}, token ${bench.token}`);
  print(bench.walk.step?.ask ?? '');
  await Promise.race([isDone.promise, askedToStop()]);
  await server.close();
  const left = bench.walk.step;
  if (left !== null) throw new UserError(`the device did not get beyond: ${left.ask}`);
  if (faults.length > 0) throw new UserError(`the device passed every step, and did ${faults.length} things wrong`);
  print('The device does everything right.');
}
