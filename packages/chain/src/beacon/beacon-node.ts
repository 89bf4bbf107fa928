import { BaseError, type Hex, redactSecrets } from '@vaultwright/base'
import { readBoundedBytes } from '@vaultwright/document'
import {
  encodeLightClientJson,
  type LightClientObjectName,
  partUpdates,
} from '@vaultwright/finality'
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
  /** Reads the newest header that the committee signed; it is not final. */
  readonly readOptimistic: () => Promise<Uint8Array>
}

type BeaconOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** A signal that fires after so many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal
}

const timeoutMs = 20_000
const maxObjectBytes = 32_768
/** An object in JSON has two digits a byte, and its keys. */
const maxJsonBytes = 3 * maxObjectBytes
/** The most updates of one request. Source: beacon API, `MAX_REQUEST_LIGHT_CLIENT_UPDATES`. */
export const maxUpdatesAtOnce = 128

/**
 * Opens a beacon server. It asks for SSZ and takes JSON, which it encodes; redirects are refused.
 *
 * @throws {InvalidEndpointError} where `url` is not an http URL. Reads throw {BeaconUnavailableError}, and
 * {FinalityError} where an answer is none of the beacon API.
 */
export function openBeaconNode(url: string, options: BeaconOptions): BeaconNode {
  const endpoint = parseEndpoint(url)
  const root = '/eth/v1/beacon/light_client'
  const read = (path: string, count = 1) =>
    get({ endpoint, path: `${root}/${path}`, count }, options)
  const readOne = async (name: LightClientObjectName, path: string) => {
    const { json, bytes } = await read(path)
    return json === undefined ? bytes : encodeLightClientJson(name, json)
  }
  return {
    shown: endpoint.shown,
    readBootstrap: (checkpoint) => readOne('bootstrap', `bootstrap/${checkpoint}`),
    readFinality: () => readOne('finality', 'finality_update'),
    readOptimistic: () => readOne('optimistic', 'optimistic_update'),
    readUpdates: async (period, count) => {
      const size = Math.min(count, maxUpdatesAtOnce)
      const path = `updates?start_period=${period}&count=${size}`
      const { json, bytes } = await read(path, size)
      if (json === undefined) return partUpdates(bytes)
      if (Array.isArray(json) && json.length <= size)
        return json.map((update) => encodeLightClientJson('update', update))
      throw new BeaconUnavailableError(endpoint.shown, 'its updates are not a list of that many')
    },
  }
}

/** An answer: SSZ, or JSON that was parsed. */
type BeaconAnswer = { readonly bytes: Uint8Array; readonly json: unknown }

async function get(
  request: { readonly endpoint: Endpoint; readonly path: string; readonly count: number },
  { fetch, deadline }: BeaconOptions,
): Promise<BeaconAnswer> {
  const { endpoint, path, count } = request
  const { url, authorization, shown, secrets } = endpoint
  const refuse = (why: string, cause?: unknown) => new BeaconUnavailableError(shown, why, cause)
  const target = new URL(url)
  const [pathname = '', query = ''] = path.split('?')
  target.pathname = `${target.pathname.replace(/\/+$/, '')}${pathname}`
  for (const [name, value] of new URLSearchParams(query)) target.searchParams.set(name, value)
  const headers = {
    accept: 'application/octet-stream;q=1, application/json;q=0.9',
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
  const isJson = type.includes('application/json')
  if (!response.ok || !(isJson || type.includes('application/octet-stream'))) {
    await response.body?.cancel()
    throw refuse(
      response.ok
        ? 'it answers with neither SSZ nor JSON'
        : `it answers with status ${response.status}`,
    )
  }
  const maxBytes = count * (isJson ? maxJsonBytes : maxObjectBytes + 12)
  let bytes: Uint8Array | null
  try {
    bytes = await readBoundedBytes(response.body, maxBytes)
  } catch (cause) {
    throw refuse('its answer broke off', cause)
  }
  if (bytes === null) throw refuse(`its answer has more than ${maxBytes} bytes`)
  if (!isJson) return { bytes, json: undefined }
  try {
    return { bytes, json: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch (cause) {
    throw refuse('its answer is not JSON', cause)
  }
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
