import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { assertProvable, type BringState, type EvmRules, rulesAfter } from '@vaultwright/evm'
import type { BlockRef } from '@vaultwright/outcome'
import { openProvenState, type ProvenState } from '@vaultwright/proof'
import { headerCall } from '../read/block.ts'
import { headerRlpIn } from './header-rlp.ts'
import { hintCallsOf, hintIn, joinHints } from './hint.ts'
import { openStateSource } from './proven-source.ts'
import type { ProvenChain } from './simulate-proven-on.ts'
import { type ProofLimits, proofLimits, type WantedState } from './wanted.ts'

/** The state after a block, proven from its hash, for many runs in this process. */
export type ProvenBlock = {
  readonly state: ProvenState
  readonly rules: EvmRules
  /** Brings a piece that a run meets and that is not there. */
  readonly bring: BringState
  /** Asks the node which state calls use, and brings what is missing at once; a wrong answer costs round trips alone. */
  readonly bringFor: (calls: readonly HintedCall[]) => Promise<void>
}

/** A call whose state is brought before it runs. */
export type HintedCall = { readonly from: Address; readonly to: Address; readonly data: Hex }

/** Many runs meet more pieces that no hint names than one simulation does. */
const blockLimits: ProofLimits = { ...proofLimits, fetchedOneByOne: 4_000 }

/**
 * Opens the state after a block for runs in this process. The node gives bytes; their hashes say whether they are the
 * block's.
 *
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {ChainNotProvableError} before the node is asked anything.
 * @throws {NoProofsError} {ProofLimitError} {UnknownHardforkError} {HeaderNotUnderstoodError}
 */
export async function openProvenBlock(
  { id, rpc }: Pick<ProvenChain, 'id' | 'rpc'>,
  block: BlockRef,
): Promise<ProvenBlock> {
  assertProvable(id)
  const blockCall = headerCall(block.hash)
  const [header] = await rpc.ask([blockCall])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const rules = rulesAfter(state.header, { chainId: id, hardfork: null })
  const source = openStateSource(rpc, state, blockLimits)
  const bringFor = async (calls: readonly HintedCall[]) => {
    if (calls.length === 0) return
    const answers = await rpc.ask(calls.flatMap((call) => hintCallsOf({ ...call, block }, 'list')))
    const hint = joinHints(answers.map((answer) => hintIn(answer, 'list', blockLimits)))
    for (const name of [zeroAddress, ...calls.flatMap(({ from, to }) => [from, to])].map(lowerCase))
      hint.wanted.set(name, hint.wanted.get(name) ?? new Set())
    const missing = missingIn(state, hint.wanted)
    const owners = [...missing.keys()].filter(
      (name) => BigInt(name) > 0xffffn && state.peek.account(name) === undefined,
    )
    await source.bringParts(missing, owners)
  }
  return { state, rules, bring: source.fetch, bringFor }
}

/** Leaves out the accounts and slots that are there. */
function missingIn(state: ProvenState, pieces: WantedState): WantedState {
  const missing: WantedState = new Map()
  for (const [account, slots] of pieces) {
    const absent = [...slots].filter((slot) => state.peek.slot(account, slot) === undefined)
    if (state.peek.account(account) === undefined || absent.length > 0)
      missing.set(account, new Set(absent))
  }
  return missing
}

function lowerCase(name: Address): Address {
  return name.toLowerCase() as Address
}
