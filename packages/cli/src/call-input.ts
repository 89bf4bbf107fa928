import { type Address, BaseError } from '@vaultwright/base'
import type { Call } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { hexOf } from './hex-input.ts'
import { amountAt, assertKnown, type Fields, fieldsOf, listOf, textAt } from './shape.ts'

/** A call to encode, or a flash loan with the calls that run while it is open. */
export type WantedCall =
  | ({ readonly kind: 'call' } & Call)
  | {
      readonly kind: 'loan'
      /** The Manager; the tree's own when not said. */
      readonly target: Address | undefined
      readonly decoder: Address | undefined
      readonly tokens: readonly Address[]
      readonly amounts: readonly bigint[]
      readonly salt: `0x${string}`
      readonly inner: readonly WantedCall[]
    }

const deepest = 16

/**
 * Reads a list of calls: `[{target, data, value?, decoder?}]`.
 *
 * A flash loan is a call with `inner`: `{tokens, amounts, inner: [...], target?, decoder?, salt?}`.
 *
 * @returns the calls in order.
 * @throws {ShapeError} where it has another shape; {InvalidAddressError} {InvalidHexError}.
 * @throws {LoanNestingError} when loans nest deeper than any chain runs them.
 */
export function parseCalls(value: unknown, place: string, depth = 0): readonly WantedCall[] {
  if (depth > deepest) throw new LoanNestingError(place)
  return listOf(value, place).map((item, at) => {
    const here = `${place}[${at}]`
    const fields = fieldsOf(item, here)
    return 'inner' in fields ? parseLoan(fields, here, depth) : parseCall(fields, here)
  })
}

function parseCall(fields: Fields, place: string): WantedCall {
  assertKnown(fields, ['target', 'data', 'value', 'decoder'], place)
  const decoder = addressIn(fields, 'decoder', place)
  return {
    kind: 'call',
    target: parseAddress(textAt(fields.target, `${place}.target`)),
    data: hexOf(textAt(fields.data, `${place}.data`)),
    value: fields.value === undefined ? 0n : amountAt(fields.value, `${place}.value`),
    ...(decoder === undefined ? {} : { decoder }),
  }
}

function parseLoan(fields: Fields, place: string, depth: number): WantedCall {
  assertKnown(fields, ['target', 'decoder', 'tokens', 'amounts', 'salt', 'inner'], place)
  const tokens = listOf(fields.tokens, `${place}.tokens`)
  const amounts = listOf(fields.amounts, `${place}.amounts`)
  return {
    kind: 'loan',
    target: addressIn(fields, 'target', place),
    decoder: addressIn(fields, 'decoder', place),
    tokens: tokens.map((one, at) => parseAddress(textAt(one, `${place}.tokens[${at}]`))),
    amounts: amounts.map((one, at) => amountAt(one, `${place}.amounts[${at}]`)),
    salt: hexOf(textAt(fields.salt ?? '0x', `${place}.salt`)),
    inner: parseCalls(fields.inner, `${place}.inner`, depth + 1),
  }
}

function addressIn(fields: Fields, name: string, place: string): Address | undefined {
  const value = fields[name]
  return value === undefined ? undefined : parseAddress(textAt(value, `${place}.${name}`))
}

/** Flash loans nest deeper than any chain can run them. */
export class LoanNestingError extends BaseError {
  override readonly code = 'loan_nesting'

  constructor(place: string) {
    super({
      message: `${place} is inside more than ${deepest} flash loans. No lender lends that deep; flatten the calls.`,
      facts: { place, limit: deepest },
    })
  }
}
