import type { Hex } from '@vaultwright/base'
import { replayWitness, type SimulationRequest } from '@vaultwright/outcome'
import { isWitness, type Witness } from '@vaultwright/proof'
import { chainOf, nativeAsset, tokenOf } from '@vaultwright/registry'
import { replayLimit } from './replay-limit.ts'
import { type ResultUnit, type SimulationResult, simulationsIn } from './result.ts'

/** A replay asks no node. */
const noCounts = { fetchedOneByOne: 0, proofBytes: 0, wrongValues: 0 }

/** Tells whether a file is a witness, and not a recording. */
export function isWitnessText(text: string): boolean {
  try {
    return isWitness(JSON.parse(text))
  } catch {
    return false
  }
}

/**
 * Runs the simulation of a witness again, from nothing but the witness and the block's hash.
 *
 * Symbols and decimals are those of the registry: a witness proves numbers, not names.
 *
 * @param blockHash - from another source than the witness.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 * @throws {EvmTimeLimitError} after a minute of the EVM.
 */
export async function replayedResult(witness: Witness, blockHash: Hex): Promise<SimulationResult> {
  const replayed = await replayWitness(witness, blockHash, { limit: replayLimit })
  const answer = {
    engine: 'proven' as const,
    proven: { ...replayed, counts: noCounts, passedHeads: [] },
  }
  const { chainId, request: recorded } = witness
  const { timestamp, vault, ...call } = recorded
  const request: SimulationRequest = {
    ...call,
    atUnix: timestamp,
    ...(vault === undefined ? {} : { vault }),
  }
  const symbol = chainOf(chainId)?.nativeSymbol ?? null
  const units = new Map<string, ResultUnit>([
    [nativeAsset.toLowerCase(), { address: nativeAsset, symbol, decimals: 18 }],
  ])
  for (const simulation of simulationsIn(answer)) {
    const { transfers, approvals, balances } = simulation
    for (const { token } of [...transfers, ...approvals, ...balances]) {
      const named = tokenOf(chainId, token)
      const unit = {
        address: token,
        symbol: named?.symbol ?? null,
        decimals: named?.decimals ?? null,
      }
      if (!units.has(token.toLowerCase())) units.set(token.toLowerCase(), unit)
    }
  }
  return { chainId, request, answer, units, isForkIndependent: true }
}
