import { isIP } from 'node:net'
import { BaseError } from '@vaultwright/base'
import type { ApiContext } from '../service/context.ts'

/** The origin of the console for its users: passkeys belong to the host, and requests come from the origin. */
export type ConsoleOrigin = {
  readonly origin: string
  /** Null where there can be no passkeys, as at a bare address. */
  readonly passkeyHost: string | null
  /** The console, without a slash at the end. */
  readonly url: string
}

/** Finds where the console is: at the public URL, else at localhost, where browsers make passkeys. */
export function consoleOriginOf({
  config,
  baseUrl,
}: Pick<ApiContext, 'config' | 'baseUrl'>): ConsoleOrigin {
  const { protocol, port, hostname, origin } = new URL(config.publicUrl ?? baseUrl())
  if (config.publicUrl !== null) {
    const isBare = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    return { origin, passkeyHost: isBare ? null : hostname, url: `${origin}/console` }
  }
  const local = `${protocol}//localhost${port === '' ? '' : `:${port}`}`
  return { origin: local, passkeyHost: 'localhost', url: `${local}/console` }
}

/** The host of passkeys for a request. @throws {PasskeyDomainError} when its address can have none. */
export function passkeyHostOf(
  context: Pick<ApiContext, 'config' | 'baseUrl'>,
  host: string | undefined,
): string {
  const { passkeyHost, url } = consoleOriginOf(context)
  if (passkeyHost === null || !isAtHost(context, host)) throw new PasskeyDomainError(url)
  return passkeyHost
}

/** Behind a public URL the proxy may name any host; without one, the browser's is the one that counts. */
function isAtHost({ config }: Pick<ApiContext, 'config'>, host: string | undefined): boolean {
  return config.publicUrl !== null || /^localhost(:\d+)?$/i.test(host ?? '')
}

/**
 * Refuses a request that another site may have made a browser send. What changes something has to come
 * from a page of the console, by its own word and the browser's.
 *
 * @throws {RequestForeignError}
 */
export function assertFromConsole(request: BrowserRequest, context: ApiContext): void {
  const { method, headers } = request
  const site = headers['sec-fetch-site']
  const isReading = method === 'GET' || method === 'HEAD'
  if (isReading && (site === undefined || site === 'same-origin' || site === 'none')) return
  const isSame = site === undefined ? isOwnOrigin(headers, context) : site === 'same-origin'
  if (isReading || !isSame || headers['x-vaultwright-console'] !== '1')
    throw new RequestForeignError()
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(String(type))) {
    throw new RequestForeignError()
  }
}

/** The fields of a request that show where a browser sent it from. */
export type BrowserRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

function isOwnOrigin({ origin, host }: BrowserRequest['headers'], context: ApiContext): boolean {
  if (context.config.publicUrl !== null) return origin === consoleOriginOf(context).origin
  return origin === `http://${host}`
}

/** The console is open at an address that browsers make no passkeys for. */
export class PasskeyDomainError extends BaseError {
  override readonly code = 'passkey_domain'
  override readonly kind = 'conflict'

  constructor(url: string) {
    super({
      message: `Passkeys do not work at this address. Open ${url}`,
      facts: { url },
    })
  }
}

/** A request of the console does not come from the console. */
export class RequestForeignError extends BaseError {
  override readonly code = 'request_foreign'
  override readonly kind = 'not_permitted'

  constructor() {
    super({ message: 'The request does not come from a page of the console. Open the console.' })
  }
}
