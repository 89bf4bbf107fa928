import { BaseError, type Hex, redactSecrets } from '@vaultwright/base'
import { readBoundedBytes } from '@vaultwright/document'
import { partUpdates } from '@vaultwright/finality'
import { type Endpoint, parseEndpoint } from '../transport/endpoint.ts'

/** The part of a beacon server that a light client asks. Its answers are unchecked bytes. */
export type BeaconNode = {
  /** Its URL without secrets. */
  readonly shown: string
  /** @param checkpoint - the root of a finalised beacon block. */
  readonly readBootstrap: (checkpoint: Hex) => Promise<Uint8Array>
  /** Reads updates of periods in a row: at most `count`, fewer where the chain has no more. */
  readonly readUpdates: (period: bigint, count: number) => Promise<readonly Uint8Array[]>
  readonly readFinality: () => Promise<Uint8Array>
}

type BeaconOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** A signal that fires after so many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal
}

const timeoutMs = 20_000
const maxObjectBytes = 32_768
/** The most updates of one request. Source: beacon API, `MAX_REQUEST_LIGHT_CLIENT_UPDATES`. */
export const maxUpdatesAtOnce = 128

/**
 * Opens a beacon server. It asks for SSZ; redirects are refused.
 *
 * @throws {InvalidEndpointError} where `url` is not an http URL. Reads throw {BeaconUnavailableError}.
 */
export function openBeaconNode(url: string, options: BeaconOptions): BeaconNode {
  const endpoint = parseEndpoint(url)
  const read = (path: string, maxBytes: number) => get({ endpoint, path, maxBytes }, options)
  const root = '/eth/v1/beacon/light_client'
  return {
    shown: endpoint.shown,
    readBootstrap: (checkpoint) => read(`${root}/bootstrap/${checkpoint}`, maxObjectBytes),
    readFinality: () => read(`${root}/finality_update`, maxObjectBytes),
    readUpdates: async (period, count) => {
      const size = Math.min(count, maxUpdatesAtOnce)
      const path = `${root}/updates?start_period=${period}&count=${size}`
      return partUpdates(await read(path, size * (maxObjectBytes + 12)))
    },
  }
}

async function get(
  request: { readonly endpoint: Endpoint; readonly path: string; readonly maxBytes: number },
  { fetch, deadline }: BeaconOptions,
): Promise<Uint8Array> {
  const { endpoint, path, maxBytes } = request
  const { url, authorization, shown, secrets } = endpoint
  const refuse = (why: string, cause?: unknown) => new BeaconUnavailableError(shown, why, cause)
  const target = new URL(url)
  const [pathname = '', query = ''] = path.split('?')
  target.pathname = `${target.pathname.replace(/\/+$/, '')}${pathname}`
  for (const [name, value] of new URLSearchParams(query)) target.searchParams.set(name, value)
  const headers = {
    accept: 'application/octet-stream',
    ...(authorization === null ? {} : { authorization }),
  }
  const signal = deadline(timeoutMs)
  let response: Response
  try {
    response = await fetch(target.href, { headers, redirect: 'manual', signal })
  } catch (cause) {
    if (signal.aborted) throw refuse(`it did not answer within ${timeoutMs / 1000} seconds`)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw refuse(`it cannot be reached (${redactSecrets(reason, secrets)})`)
  }
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !type.includes('application/octet-stream')) {
    await response.body?.cancel()
    throw refuse(
      response.ok ? 'it answers without SSZ' : `it answers with status ${response.status}`,
    )
  }
  try {
    const bytes = await readBoundedBytes(response.body, maxBytes)
    if (bytes !== null) return bytes
  } catch (cause) {
    throw refuse('its answer broke off', cause)
  }
  throw refuse(`its answer has more than ${maxBytes} bytes`)
}

/** A beacon server gives no usable answer. */
export class BeaconUnavailableError extends BaseError {
  override readonly code = 'beacon_unavailable'
  override readonly kind = 'unavailable'

  constructor(server: string, why: string, cause?: unknown) {
    super({
      message: `The beacon server ${server} gives no answer: ${why}. Give another one.`,
      facts: { server, why },
      retryable: true,
      cause,
    })
  }
}
