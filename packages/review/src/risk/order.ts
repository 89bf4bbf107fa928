import { type Hex, zeroAddress } from '@vaultwright/base'
import { rulesFor, selectorOf } from '@vaultwright/manager'
import { bareOrderRuleBook } from '@vaultwright/protocols'
import type { LeafReading } from './leaf-reading.ts'
import type { RiskInput } from './risk-input.ts'
import { callText, type RiskDetector, spotOf, waysOf } from './way-out.ts'

const preSign = selectorOf('setPreSignature(bytes,bool)')

/** Finds leaves that sign orders of which they bind nothing: a uid is a hash. */
export const findOrders: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(signsAnyOrder)
    .map((reading) => spotOf(reading, reading.args.filter(isUid)))
  return waysOf(input, spots, {
    code: 'free_order',
    keyOf: ({ called }) => called,
    sentence: (way) =>
      `The caller may sign any order of the vault through ${callText(way)}: any receiver, any price, and whatever the relayer of orders may pull. The leaf binds a hash and nothing of the order behind it.`,
  })
}

/**
 * The worst argument of a leaf that signs any order; null for other leaves.
 *
 * The digest stands for one of the caller's choice: a solver's order has to be hashed with the settlement's domain.
 */
export function orderArgumentOf(
  input: RiskInput,
  reading: LeafReading,
  name: string,
): Hex | boolean | null {
  if (!signsAnyOrder(reading)) return null
  if (name === 'signed') return true
  const owner = reading.leaf.arguments[0] ?? input.vault ?? zeroAddress
  return `0x${'ff'.repeat(32)}${owner.slice(2).toLowerCase()}${'ff'.repeat(4)}`
}

/** Whether a leaf signs an order that nothing of it binds. */
export function signsAnyOrder({ rules }: LeafReading): boolean {
  const bare = rulesFor(bareOrderRuleBook, preSign)
  return rules.length > 0 && rules.every((rule) => bare.includes(rule))
}

function isUid({ path }: { readonly path: string }): boolean {
  return path === 'orderUid'
}
