import type { Downlink, UplinkOrigin } from '@varde/contract/events';
import type { RequestProtocol } from '@varde/protocols/protocol';
import type { GatewayCore } from './gateway-core.ts';
import { keptText } from './kept-text.ts';

/**
 * The commands that processing gives to devices without a connection. It publishes one just before it settles the
 * request that the answer belongs to.
 */
export class CommandsToAnswer {
  readonly #protocol: RequestProtocol;
  readonly #core: GatewayCore;
  readonly #waiting = new Map<string, Downlink>();

  constructor(protocol: RequestProtocol, core: GatewayCore) {
    this.#protocol = protocol;
    this.#core = core;
  }

  add(downlink: Downlink): void {
    if (downlink.gatewayId !== this.#core.gatewayId || downlink.protocol !== this.#protocol.id) return;
    this.#waiting.set(downlink.identity, downlink);
  }

  /**
   * The body of an answer to this device: its command, or empty. The command counts as sent; an answer that is lost is
   * noticed by the missing confirmation.
   */
  take(identity: string, origin: UplinkOrigin): string {
    const downlink = this.#waiting.get(identity);
    if (downlink === undefined) return '';
    this.#waiting.delete(identity);
    const { commandId, command } = downlink;
    const ref = String(commandId);
    const body = this.#protocol.commands?.write(command, ref) ?? null;
    const of = { ...origin, identity, commandId };
    if (body === null) {
      void this.#core.publisher.publish({ ...of, kind: 'commandRefused', reason: 'unsupported' });
      return '';
    }
    const raw = keptText(this.#protocol, body);
    void this.#core.publisher.publish({ ...of, kind: 'commandSent', command, word: command.kind, raw, ref });
    return body;
  }
}
