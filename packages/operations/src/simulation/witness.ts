import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import {
  assertSameRun,
  type ReplayTerms,
  replayTimes,
  replayWitness,
  type SecondEngine,
  type SimulationRequest,
  type TriedTime,
} from '@vaultwright/outcome'
import { checkTerms, matchWitness, type WitnessDifference } from '@vaultwright/packet'
import { isWitness, type Witness } from '@vaultwright/proof'
import { chainOf, nativeAsset, tokenOf } from '@vaultwright/registry'
import { replayLimit } from './replay-limit.ts'
import { provenIn, type RunTerms, type SimulationResult, simulationsIn } from './result.ts'

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

/** The terms of a transaction that a person states; the undefined ones come from the file. */
export type StatedReplay = {
  readonly chainId: number
  readonly from?: Address | undefined
  readonly to?: Address | undefined
  readonly data?: Hex | undefined
  /** Wei; zero when calldata is given without it. */
  readonly value?: bigint | undefined
  /** Unix seconds. */
  readonly atUnix?: bigint | undefined
  readonly gas?: bigint | undefined
  readonly vault?: Address | undefined
}

/** The result of a replay, or the reason that the witness is of something else. */
export type JudgedReplay =
  | {
      readonly kind: 'result'
      readonly result: SimulationResult
      /** Null when none were asked for. */
      readonly times: readonly TriedTime[] | null
      readonly terms: RunTerms
    }
  | {
      readonly kind: 'other_transaction'
      readonly differences: readonly WitnessDifference[]
      readonly witness: Witness
    }
  | {
      readonly kind: 'other_terms'
      readonly messages: readonly string[]
      readonly witness: Witness
    }

/**
 * Runs a witness again and holds its transaction, chain, time, gas and vault against what a person states: the
 * file is not believed in any of them.
 *
 * @param blockHash - from another source than the witness.
 * @throws errors as `replayedResult`, and those of `assertSameRun`.
 */
export async function judgeReplay(
  witness: Witness,
  blockHash: Hex,
  {
    stated,
    isTimed,
    second = null,
  }: {
    readonly stated: StatedReplay
    readonly isTimed: boolean
    /** Another engine, which must say the same. */
    readonly second?: SecondEngine | null
  },
): Promise<JudgedReplay> {
  const { request } = witness
  const { chainId, from = null, to = null, data, value } = stated
  // Whoever gives calldata without a value asks about one that sends nothing.
  const call = {
    data: data ?? request.data,
    value: value ?? (data === undefined ? request.value : 0n),
  }
  const match = matchWitness({ chainId, from, to, ...call }, witness)
  if (!match.ok) return { kind: 'other_transaction', differences: match.differences, witness }
  const { atUnix, gas, vault } = stated
  const findings = checkTerms(witness, {
    atUnix: atUnix ?? null,
    gas: gas ?? null,
    vault: vault ?? null,
  })
  const wrong = findings.filter(({ weight }) => weight === 'no').map(({ message }) => message)
  if (wrong.length > 0) return { kind: 'other_terms', messages: wrong, witness }
  const terms = {
    ...(atUnix === undefined ? {} : { atUnix }),
    ...(gas === undefined ? {} : { gas }),
  }
  const result = await replayedResult(witness, blockHash, { ...terms, second })
  const run = provenIn(result.answer)!
  const measured = run.simulation.vault
  if (vault !== undefined && (measured === null || !isSameAddress(measured, vault))) {
    const message = `The simulation measures the balances of ${measured ?? 'no vault'}, and the vault is ${vault}.`
    return { kind: 'other_terms', messages: [message], witness }
  }
  const times = isTimed
    ? await replayTimes(witness, blockHash, { ...terms, limit: replayLimit })
    : null
  const open = findings.filter(({ weight }) => weight === 'incomplete')
  return {
    kind: 'result',
    result,
    times,
    terms: {
      witness: run.witness,
      unstated: [
        ...(from === null ? (['from'] as const) : []),
        ...(to === null ? (['to'] as const) : []),
        ...(data === undefined ? (['data'] as const) : []),
      ],
      open: open.map(({ message }) => message),
    },
  }
}

/**
 * Runs the simulation of a witness again, from nothing but the witness and the block's hash.
 *
 * Symbols and decimals are those of the registry: a witness proves numbers, not names.
 *
 * @param blockHash - from another source than the witness.
 * @throws {StateProofError} {StateMissingError} when a piece is wrong or missing, with its place.
 * @param terms - time and gas in place of the witness's, and another engine that must say the same.
 * @throws {EvmTimeLimitError} after a minute of the EVM.
 */
export async function replayedResult(
  witness: Witness,
  blockHash: Hex,
  {
    second = null,
    ...terms
  }: Pick<ReplayTerms, 'atUnix' | 'gas'> & { readonly second?: SecondEngine | null } = {},
): Promise<SimulationResult> {
  const replayed = await replayWitness(witness, blockHash, {
    ...terms,
    limit: replayLimit,
    ...(second === null ? {} : { afterRun: (run) => assertSameRun(second, run) }),
  })
  const answer = {
    engine: 'proven' as const,
    proven: { ...replayed, counts: noCounts, passedHeads: [] },
  }
  const { chainId, request: recorded } = replayed.witness
  const { timestamp, vault, ...call } = recorded
  const request: SimulationRequest = {
    ...call,
    atUnix: timestamp,
    ...(vault === undefined ? {} : { vault }),
  }
  const symbol = chainOf(chainId)?.nativeSymbol ?? null
  const units = new Map<string, ChainUnit>([
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
  // What is not known before the block is no answer, and no other engine was asked.
  const secondEngine = replayed.unknowable.length === 0 ? (second?.name ?? null) : null
  return { chainId, request, answer, units, isForkIndependent: true, secondEngine }
}
