import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import {
  type BlockFact,
  type BringState,
  type EvmRules,
  type EvmTimeLimit,
  openMachine,
  openWorld,
  unknowable,
} from '@vaultwright/evm'
import type { ProvenState } from '@vaultwright/proof'
import type { EthCallResult } from '../read/eth-call.ts'

/** A call that only reads. */
export type ProvenRead = { readonly to: Address; readonly data: Hex }

/** The answer of a call at a block, as it follows from the block's hash. */
export type ProvenReadResult = EthCallResult & {
  /** The facts of the block that it read and no proof gives: with one of them the answer does not follow. */
  readonly unknowable: readonly BlockFact[]
}

/** The most gas that a read may use: what a node's `eth_call` gives as a rule. */
const readGas = 50_000_000n

/**
 * Answers calls in this process, on state that follows from a block's hash, in the surroundings of that block.
 *
 * @param reads - each is answered on the state as the block left it; none sees another.
 * @throws what `bring` throws, {StateMissingError} {StateProofError} {EvmTimeLimitError}: never an answer then.
 */
export async function readProven(
  state: ProvenState,
  rules: EvmRules,
  {
    reads,
    bring,
    limit,
  }: {
    readonly reads: readonly ProvenRead[]
    readonly bring: BringState
    readonly limit?: EvmTimeLimit
  },
): Promise<readonly ProvenReadResult[]> {
  const { number, timestamp } = state.header
  const world = openWorld(state, bring, limit)
  const results: ProvenReadResult[] = []
  for (const { to, data } of reads) {
    const machine = await openMachine(world.branch(), rules, { number, timestamp })
    const call = { from: zeroAddress, to, data, value: 0n, gas: readGas }
    const { isSuccess, returnData } = await machine.run(call)
    results.push({
      ok: isSuccess,
      data: returnData,
      unknowable: [...machine.asked].filter((name) => unknowable.has(name)).sort(),
    })
  }
  return results
}
