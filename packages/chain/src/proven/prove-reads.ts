import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { assertProvable, rulesAfter } from '@vaultwright/evm'
import {
  type BlockRef,
  type ProvenRead,
  type ProvenReadResult,
  readProven,
} from '@vaultwright/outcome'
import { openProvenState } from '@vaultwright/proof'
import { headerCall } from '../read/block.ts'
import { headerRlpIn } from './header-rlp.ts'
import { hintCallsOf, hintIn, joinHints } from './hint.ts'
import { openStateSource } from './proven-source.ts'
import { evmTimeDefault, type ProvenChain } from './simulate-proven-on.ts'
import { type Hint, type ProofLimits, proofLimits } from './wanted.ts'

/** Options of proven reads. */
type ProveReadsOptions = {
  /** `proofLimits` when not given. */
  readonly limits?: ProofLimits
  /** Milliseconds that the EVM may run for all of them; `evmTimeDefault` when not given. */
  readonly mayRunMs?: number
}

/**
 * Answers calls at a block from state that is proven from the block's hash: what the node answered to `eth_call` can be
 * held against it. The node gives bytes; their hashes say whether they are the block's.
 *
 * @returns an answer a read, in their order.
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {ChainNotProvableError} before the node is asked anything.
 * @throws {NoProofsError} {ProofLimitError} {UnknownHardforkError} {HeaderNotUnderstoodError} {EvmTimeLimitError}
 */
export async function proveReads(
  chain: Pick<ProvenChain, 'id' | 'rpc'>,
  reads: readonly ProvenRead[],
  {
    block,
    limits = proofLimits,
    mayRunMs = evmTimeDefault,
  }: ProveReadsOptions & {
    readonly block: BlockRef
  },
): Promise<readonly ProvenReadResult[]> {
  assertProvable(chain.id)
  const { rpc } = chain
  const blockCall = headerCall(block.hash)
  const lists = reads.flatMap((read) => hintCallsOf({ from: zeroAddress, ...read, block }, 'list'))
  const [header, ...answers] = await rpc.ask([blockCall, ...lists])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const rules = rulesAfter(state.header, { chainId: chain.id, hardfork: null })
  const source = openStateSource(rpc, state, limits)
  const named: Hint = {
    wanted: new Map(
      [zeroAddress, ...reads.map(({ to }) => to)].map((name) => [
        name.toLowerCase() as Address,
        new Set<Hex>(),
      ]),
    ),
    codes: [],
  }
  const hints = answers.map((answer) => hintIn(answer, 'list', limits))
  await source.bring(joinHints([named, ...hints]))
  const limit = { mayRunMs, clock: () => performance.now() }
  return readProven(state, rules, { reads, bring: source.fetch, limit })
}
