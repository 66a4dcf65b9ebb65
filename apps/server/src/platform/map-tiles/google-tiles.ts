import type { MapLanguage } from '@varde/contract/map-tiles';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { keptAs } from './kept-as.ts';
import type { MapService, MapView, Tile, TilePlace } from './map-service.ts';

interface Options {
  /** Where the service is reached. */
  url: string;
  /** Never leaves the server, also not in a log. */
  key: string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Log;
}

/** Its times are those of the monotonic clock. */
interface Session {
  token: string;
  expiresAt: number;
}
interface KeptSession {
  opened: Promise<Session>;
  openedAt: number;
  /** Another one is opened from then on. */
  until: number;
}

const viewportPath = '/viewport';
const timeoutMs = 5_000;
/** Bytes: a picture has some tens of thousands. */
const largestAnswer = 1_000_000;
/** A session is renewed so long before it expires. */
const renewMs = 3_600_000;
/** A session that could not be opened, or that the service has forgotten, is opened anew this long after the last try. */
const restMs = 30_000;
/** The names of languages that the service has. */
const languages: Readonly<Record<MapLanguage, string>> = { nb: 'no', en: 'en' };

const opening = z.object({ session: z.string().min(1), expiry: z.coerce.number() });
const viewport = z.object({ copyright: z.string().max(2_000) });

/** Google's Map Tiles API: https://developers.google.com/maps/documentation/tile. */
export class GoogleTiles implements MapService {
  readonly #options: Options;
  readonly #sessions = new Map<MapLanguage, KeptSession>();
  /** Whether it has answered lately: the log says when that changes. */
  #answers = true;

  constructor(options: Options) {
    this.#options = options;
  }

  async tile(language: MapLanguage, { z: zoom, x, y }: TilePlace, etag?: string): Promise<Tile> {
    const headers = etag === undefined ? {} : { 'if-none-match': etag };
    const response = await this.#inSession(language, `/2dtiles/${zoom}/${x}/${y}`, {}, headers);
    const mediaType = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    const kept = { mediaType, etag: response.headers.get('etag'), cacheControl: keptAs(response.headers) };
    if (response.status === 304) return { ...kept, picture: null };
    if (!/^image\/(png|jpeg)$/.test(mediaType)) throw this.#unavailable('it answered with no picture');
    return { ...kept, picture: await this.#bytesOf(response) };
  }

  async copyright(language: MapLanguage, { zoom, ...view }: MapView): Promise<string> {
    const query = Object.fromEntries(Object.entries({ zoom, ...view }).map(([name, value]) => [name, String(value)]));
    const response = await this.#inSession(language, viewportPath, query);
    return (await this.#jsonOf(response, viewport)).copyright;
  }

  /** Asks in the session of the language, and forgets a session that the service does not know any more. */
  async #inSession(language: MapLanguage, path: string, query: Record<string, string>, headers = {}) {
    const { token } = await this.#sessionOf(language);
    const response = await this.#ask(path, { ...query, session: token }, { headers });
    if (response.ok || response.status === 304) {
      if (!this.#answers) this.#options.log.info('the map service answers again');
      this.#answers = true;
      return response;
    }
    await response.body?.cancel();
    // A view that the service does not have says nothing of the session: the pictures tell whether it has that.
    if (response.status === 404 || (response.status === 400 && path === viewportPath)) throw new AppError('notFound');
    const kept = this.#sessions.get(language);
    if (kept !== undefined && response.status < 500 && response.status !== 429) kept.until = kept.openedAt + restMs;
    throw this.#unavailable(`it answered ${response.status}`);
  }

  #sessionOf(language: MapLanguage): Promise<Session> {
    const openedAt = this.#options.clock.monotonic();
    const former = this.#sessions.get(language);
    if (former !== undefined && openedAt < former.until) return former.opened;
    const kept: KeptSession = { opened: this.#open(language, former?.opened), openedAt, until: openedAt + restMs };
    this.#sessions.set(language, kept);
    kept.opened.then(
      ({ expiresAt }) => {
        kept.until = Math.max(kept.until, expiresAt - renewMs);
      },
      () => undefined, // who waits for it hears of it
    );
    return kept.opened;
  }

  /** The former session is used while it lasts, when there is no new one. */
  async #open(language: MapLanguage, former: Promise<Session> | undefined): Promise<Session> {
    try {
      const body = JSON.stringify({ mapType: 'roadmap', language: languages[language], region: 'NO' });
      const headers = { 'content-type': 'application/json' };
      const response = await this.#ask('/createSession', {}, { method: 'POST', headers, body });
      if (!response.ok) throw this.#unavailable(`it answered ${response.status} to createSession`);
      const { session: token, expiry } = await this.#jsonOf(response, opening);
      const { clock } = this.#options;
      return { token, expiresAt: clock.monotonic() + (expiry * 1000 - clock.now()) };
    } catch (error) {
      const last = await former?.catch(() => undefined);
      if (last !== undefined && this.#options.clock.monotonic() < last.expiresAt) return last;
      throw error;
    }
  }

  async #ask(path: string, query: Record<string, string>, request: RequestInit): Promise<Response> {
    const { url, key } = this.#options;
    const address = `${url.replace(/\/$/, '')}${path}?${new URLSearchParams({ ...query, key })}`;
    try {
      return await fetch(address, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw this.#unavailable(faultOf(error));
    }
  }

  async #jsonOf<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.output<Schema>> {
    const text = new TextDecoder().decode(await this.#bytesOf(response));
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw this.#unavailable('its answer has another form');
    }
  }

  /** Reads no more than an answer has. */
  async #bytesOf({ body }: Response): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const part of body ?? []) {
        size += part.length;
        if (size > largestAnswer) break;
        parts.push(part);
      }
    } catch (error) {
      throw this.#unavailable(faultOf(error));
    }
    if (size > largestAnswer) throw this.#unavailable('its answer is too long');
    return Buffer.concat(parts);
  }

  #unavailable(why: string): AppError {
    if (this.#answers) this.#options.log.warn({ why }, 'the map service does not answer');
    this.#answers = false;
    return new AppError('unavailable', undefined, { cause: new Error(why) });
  }
}

/** Its code, `ECONNREFUSED` for instance, and no message: the address, which has the key, may stand in that. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
