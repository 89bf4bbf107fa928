import { BaseError } from '@vaultwright/base'
import type { SimulationProof } from '@vaultwright/wire'
import { type Platform, platformOf } from './platform.ts'

/** Options of fetching a witness. */
export type WitnessOptions = Partial<Platform> & { readonly signal?: AbortSignal }

/**
 * Fetches the witness of a simulation. Its link is all that is needed: no key is sent, and nothing is followed.
 *
 * @param proof - `simulation_proof` of a build's answer.
 * @returns the text of the file, of as many bytes as the proof says. Its contents are not believed: a replay
 *   with a block hash of another source checks them.
 * @throws {WitnessFetchError} when the server does not give it, or gives another number of bytes.
 */
export async function fetchWitness(
  { witness_url, bytes }: Pick<SimulationProof, 'witness_url' | 'bytes'>,
  options: WitnessOptions = {},
): Promise<string> {
  const { signal = null } = options
  const { fetch: ask } = platformOf(options)
  const headers = { accept: 'application/json' }
  const init: RequestInit = { headers, signal, redirect: 'manual', credentials: 'omit' }
  const response = await ask(witness_url, init)
  if (response.status !== 200) {
    throw new WitnessFetchError(`the server answered with status ${response.status}`)
  }
  const body = new Uint8Array(await response.arrayBuffer())
  if (body.length !== bytes) {
    throw new WitnessFetchError(`it has ${body.length} bytes instead of ${bytes}`)
  }
  return new TextDecoder().decode(body)
}

/** A witness cannot be had, or is not the one that the answer told of. */
export class WitnessFetchError extends BaseError {
  override readonly code = 'witness_unavailable'
  override readonly kind = 'unavailable'

  constructor(why: string) {
    super({
      message: `The witness cannot be used: ${why}. Build again for a new one.`,
      facts: { why },
    })
  }
}
