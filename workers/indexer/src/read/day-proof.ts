import { BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { type Chain, proveReads, type RecordedCall } from '@vaultwright/chain'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import type { ProvenRead } from '@vaultwright/outcome'
import type { ExpectedRoots, VaultReadPlan } from '@vaultwright/protocols'
import type { StateProof } from '@vaultwright/valuation'

/** A plan of a day whose proof is asked for. */
type ProvenPlan = VaultReadPlan & { readonly proof?: ExpectedRoots }

/** The claim to prove: what it is called, the call, and what was read or is said of it. */
type DayClaim = { readonly name: string; readonly read: ProvenRead; readonly answer: Hex | null }

const getRate = encodeCall(parseSignature('getRate()'), [])
const totalSupply = encodeCall(parseSignature('totalSupply()'), [])
const manageRoot = parseSignature('manageRoot(address strategist)')

/**
 * Codes that mean a node gives no proof of the day, or that this program cannot follow it: it stays
 * the node's word.
 */
const unproven: ReadonlySet<string> = new Set([
  'no_proofs',
  'chain_not_provable',
  'unknown_hardfork',
  'header_not_understood',
  'proof_limit',
  'evm_time_limit',
])

/**
 * Computes rate, supply and roots of a day from state that is proven from the hash of its block, and holds what was
 * read against it.
 *
 * @param calls - what the node was asked for the day, with its answers.
 * @throws {DayContradictedError} when the node's answers do not follow from the block; {StateProofError} when its
 *   proofs do not.
 */
export async function proveDay(
  chain: Pick<Chain, 'id' | 'rpc'>,
  plan: ProvenPlan,
  calls: readonly RecordedCall[],
): Promise<StateProof> {
  const claims = claimsOf(plan, calls)
  const { number, hash, atUnix } = plan.block
  const block = { number: BigInt(number), hash, timestamp: BigInt(atUnix) }
  const reads = claims.map(({ read }) => read)
  try {
    const answers = await proveReads(chain, reads, { block })
    const open: string[] = []
    const values: string[] = []
    for (const [index, { name, answer }] of claims.entries()) {
      const { ok, data, unknowable } = answers[index]!
      if (unknowable.length > 0) open.push(`${name} asks for ${unknowable.join(', ')}`)
      else if ((ok ? data : null)?.toLowerCase() === answer?.toLowerCase()) values.push(name)
      else throw new DayContradictedError(name, plan)
    }
    return { values, note: open.length === 0 ? null : `${open.join('; ')}.` }
  } catch (error) {
    if (!(error instanceof BaseError) || !unproven.has(error.code)) throw error
    return { values: [], note: error.shortMessage }
  }
}

function claimsOf(
  { vault, accountant, proof }: ProvenPlan,
  calls: readonly RecordedCall[],
): readonly DayClaim[] {
  const readOf = (name: string, read: ProvenRead): readonly DayClaim[] => {
    const call = calls.find(([to, data]) => isSameAddress(to, read.to) && data === read.data)
    return call === undefined ? [] : [{ name, read, answer: call[2] }]
  }
  const roots = proof?.roots ?? []
  return [
    ...(accountant === null ? [] : readOf('rate', { to: accountant, data: getRate })),
    ...readOf('supply', { to: vault, data: totalSupply }),
    ...roots.map(({ strategist, root }) => ({
      name: `root of ${strategist}`,
      read: { to: proof!.manager, data: encodeCall(manageRoot, [strategist]) },
      answer: root,
    })),
  ]
}

/** The answer of a node, or of its logs, does not follow from the block. */
export class DayContradictedError extends BaseError {
  override readonly code = 'day_contradicted'
  override readonly kind = 'unavailable'

  constructor(what: string, { day, block }: Pick<VaultReadPlan, 'day' | 'block'>) {
    super({
      message: `The ${what} that was read for ${day} does not follow from the hash of block ${block.number}. The node answers falsely, or another event set the root: give a second node and RPC_AGREEMENT=2, and read the day again.`,
      facts: { what, day, block: block.number },
      retryable: true,
    })
  }
}
