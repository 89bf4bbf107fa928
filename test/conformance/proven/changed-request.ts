import type { Address, Hex } from '@vaultwright/base'
import {
  isStated,
  isSuccess,
  type JudgedReplay,
  judgeReplay,
  type StatedReplay,
} from '@vaultwright/operations'
import type { Witness } from '@vaultwright/proof'
import fc from 'fast-check'

/** A change of one field of what a witness states without a proof. */
export type Change = { readonly chainId: number } | Partial<Witness['request']>

const words = fc.bigInt({ min: 0n, max: 2n ** 64n })
const addresses = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((number): Address => `0x${number.toString(16).padStart(40, '0')}`)
const bytes = fc
  .uint8Array({ maxLength: 80 })
  .map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)

/** Draws a change of each field, and near it, the values at which rules differ. */
export function changesOf(near: {
  readonly accounts: readonly Address[]
  readonly time: bigint
}): fc.Arbitrary<Change> {
  const account = fc.oneof(fc.constantFrom(...near.accounts), addresses)
  const limits = [2n ** 24n - 1n, 2n ** 24n + 1n, 30_000_000n, 60_000_000n, 900_000_000n]
  const times = [near.time, near.time + 2n, near.time + 86_400n, 2n ** 34n, 2n ** 40n]
  return fc.oneof(
    fc.record({ chainId: fc.constantFrom(1, 10, 31_337, 11_155_111, 560_048) }),
    fc.record({ from: account }),
    fc.record({ to: account }),
    fc.record({ data: bytes }),
    fc.record({ value: fc.oneof(fc.constantFrom(0n, 1n), words) }),
    fc.record({ gas: fc.oneof(fc.constantFrom(...limits), words) }),
    fc.record({ timestamp: fc.oneof(fc.constantFrom(...times), words) }),
    fc.record({ vault: fc.oneof(fc.constant(null), account) }),
    fc.record({ watch: fc.array(addresses, { maxLength: 3 }) }),
  )
}

/** Changes a witness. */
export function changed(witness: Witness, change: Change): Witness {
  return 'chainId' in change
    ? { ...witness, ...change }
    : { ...witness, request: { ...witness.request, ...change } }
}

/** The transaction of a witness, as a person states it whole. */
export function statedOf({ chainId, request }: Witness): StatedReplay {
  const { from, to, data, value } = request
  return { chainId, from, to, data, value }
}

/** The verdict of a replay; null if an error refuses it. */
export async function verdictOf(
  witness: Witness,
  blockHash: Hex,
  stated: StatedReplay,
): Promise<JudgedReplay | null> {
  return judgeReplay(witness, blockHash, { stated, isTimed: false }).catch(
    (error: { readonly code?: unknown; readonly kind?: unknown }) => {
      if (typeof error.code !== 'string' || error.kind === 'bug') throw error
      return null
    },
  )
}

/** True if a replay says without a condition that the transaction succeeds. */
export function saysSuccess(judged: JudgedReplay | null): boolean {
  return judged?.kind === 'result' && isStated(judged.terms) && isSuccess(judged.result)
}
