import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import { buildCheckCall, type CheckCall } from './check-call.ts'
import { type DrawContext, drawTuple, drawValue } from './draw-value.ts'
import type { Random } from './random.ts'
import { type ValueLocation, valueLocationsOf, withValueAt } from './value-location.ts'

/** Draws a sound calldata of a function. */
export function drawCall(fn: AbiFunction, context: DrawContext): CheckCall {
  const { random, hints, length } = context
  // Lists that belong together must often be equally long, and accounts be the same.
  const shared =
    length === null && random.chance(0.6) ? random.pick([0, 1, 1, 2, 3]) : context.length
  const few = Array.from({ length: 3 }, () => random.bytes(20))
  const accounts = random.chance(0.5) ? [...context.accounts, ...few] : context.accounts
  const values = drawTuple(fn.inputs, { ...context, length: shared, accounts })
  const tail = hints.isCompact ? drawCompact(context) : '0x'
  return buildCheckCall(fn, { values, tail, damage: null })
}

/** Changes one value of a sound call: a word, bytes, or a list's length. */
export function changeCall(fn: AbiFunction, call: CheckCall, context: DrawContext): CheckCall {
  const { random, hints } = context
  if (hints.isCompact) return buildCheckCall(fn, { ...call, tail: drawCompact(context) })
  const spots = valueLocationsOf(fn.inputs, call.values)
  if (spots.length === 0) return call
  const spot = random.pick(spots)
  const value = otherValue(spot, spots, context)
  return buildCheckCall(fn, { ...call, values: withValueAt(call.values, spot.path, value) })
}

/** Drawn anew, taken from another place of the same type, or a list of another length. */
function otherValue(
  spot: ValueLocation,
  spots: readonly ValueLocation[],
  context: DrawContext,
): AbiValue {
  const { random } = context
  if (spot.type.kind === 'array' && spot.type.length === null && random.chance(0.6)) {
    const items = spot.value as readonly AbiValue[]
    const lengths = spots.filter(({ type }) => type.kind === 'array').map(lengthAt)
    const length = random.pick([0, 1, 2, 3, Math.max(0, items.length - 1), ...lengths])
    const { element } = spot.type
    return Array.from({ length }, (_, index) => items[index] ?? drawValue(element, context))
  }
  if (spot.type.kind === 'word' && random.chance(0.4)) {
    const { name } = spot.type
    const alike = spots.filter(({ type }) => type.kind === 'word' && type.name === name)
    return random.pick(alike).value
  }
  return drawValue(spot.type, context)
}

function lengthAt({ value }: ValueLocation): number {
  return (value as readonly AbiValue[]).length
}

/** The byte-packed calldata of Odos: two tokens, two amounts, slippage, executor, receivers. */
function drawCompact({ random, accounts }: DrawContext): Hex {
  const account = () => drawCode(random, accounts)
  const amount = () => {
    const size = random.below(5)
    return `0${size}${random.bytes(size).slice(2)}`
  }
  const parts = [account(), account(), amount(), amount(), random.bytes(3).slice(2)]
  return `0x${[...parts, account(), account(), account()].join('')}`
}

/** Nobody, an account that follows, or a place in the router's list. */
function drawCode(random: Random, accounts: readonly Hex[]): string {
  const way = random.below(4)
  if (way === 0) return '0000'
  if (way === 1) return (2 + random.below(9)).toString(16).padStart(4, '0')
  const account = way === 2 && accounts.length > 0 ? random.pick(accounts) : random.bytes(20)
  return `0001${account.slice(2)}`
}
