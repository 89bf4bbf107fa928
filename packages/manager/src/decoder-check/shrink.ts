import type { Hex } from '@vaultwright/base'
import type { AbiFunction } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import { buildCheckCall, type CheckCall, type CheckCallParts, wordHexOf } from './check-call.ts'
import { type ValueLocation, valueLocationsOf, withValueAt } from './value-location.ts'

/** Lists calls that are a step simpler: without damage, shorter, with smaller values. */
export function smallerCalls(fn: AbiFunction, call: CheckCall): readonly CheckCall[] {
  const weight = weightOf(call)
  const tried = new Set<Hex>([call.calldata])
  const smaller: { readonly call: CheckCall; readonly weight: Weight }[] = []
  const parts = [
    ...simplerDamage(call),
    ...simplerTails(call.tail).map((tail) => ({ ...call, tail })),
    ...valueLocationsOf(fn.inputs, call.values).flatMap((spot, index) =>
      simplerValues(spot, index).map((value) => ({
        ...call,
        values: withValueAt(call.values, spot.path, value),
      })),
    ),
  ]
  for (const part of parts) {
    const next = buildCheckCall(fn, part)
    const nextWeight = weightOf(next)
    if (tried.has(next.calldata) || compareWeight(nextWeight, weight) >= 0) continue
    tried.add(next.calldata)
    smaller.push({ call: next, weight: nextWeight })
  }
  return smaller
    .sort((one, other) => compareWeight(one.weight, other.weight))
    .map((entry) => entry.call)
}

type Weight = { readonly damage: number; readonly size: number; readonly sum: bigint }

/** Sound before damaged, short before long, small values before large ones. */
function weightOf({ calldata, damage }: CheckCall): Weight {
  let sum = 0n
  for (let index = 10; index < calldata.length; index += 64) {
    sum += BigInt(`0x${calldata.slice(index, index + 64).padEnd(64, '0')}`)
  }
  return { damage: damage === null ? 0 : 1, size: calldata.length, sum }
}

function compareWeight(one: Weight, other: Weight): number {
  if (one.damage !== other.damage) return one.damage - other.damage
  if (one.size !== other.size) return one.size - other.size
  return one.sum < other.sum ? -1 : one.sum > other.sum ? 1 : 0
}

function simplerDamage(call: CheckCall): readonly CheckCallParts[] {
  const { damage } = call
  if (damage === null) return []
  const none = { ...call, damage: null }
  if (damage.kind === 'cut') return [none]
  if (damage.kind === 'behind') {
    return [
      none,
      ...simplerTails(damage.bytes).map((bytes) => ({ ...call, damage: { ...damage, bytes } })),
    ]
  }
  const words = [0n, 1n, 1n << 8n, 1n << 16n, 1n << 32n, 1n << 128n, 1n << 160n, 1n << 255n]
  return [none, ...words.map((word) => ({ ...call, damage: { ...damage, word: wordHexOf(word) } }))]
}

function simplerTails(tail: Hex): readonly Hex[] {
  const size = (tail.length - 2) / 2
  if (size === 0) return []
  const shorter = [0, size >> 1, size - 1].map((length) => tail.slice(0, 2 + 2 * length) as Hex)
  const zeroed = Array.from({ length: size }, (_, at) => {
    const start = 2 + 2 * at
    return `${tail.slice(0, start)}00${tail.slice(start + 2)}` as Hex
  })
  return [...shorter, ...zeroed]
}

/** An account becomes a small number that no other place of the call has, so that places stay apart. */
function simplerValues({ type, value }: ValueLocation, index: number): readonly AbiValue[] {
  if (type.kind === 'array') {
    const items = value as readonly AbiValue[]
    if (type.length !== null || items.length === 0) return []
    const without = items.map((_, at) => items.filter((_, other) => other !== at))
    return [[], items.slice(0, items.length >> 1), ...without]
  }
  if (type.kind === 'bytes') {
    const text = value as string
    if (type.name === 'string') return text === '' ? [] : ['', text.slice(0, text.length >> 1)]
    return simplerTails(text as Hex).slice(0, 3)
  }
  if (type.kind === 'tuple') return []
  if (typeof value === 'boolean') return value ? [false] : []
  if (typeof value === 'bigint') return simplerNumbers(value)
  const size = ((value as string).length - 2) / 2
  const numbers = type.name === 'address' ? [0, index + 1] : [0, 1]
  return numbers
    .filter((number) => number < 2 ** Math.min(8 * size, 32))
    .map((number) => `0x${number.toString(16).padStart(2 * size, '0')}` as Hex)
}

function simplerNumbers(value: bigint): readonly bigint[] {
  if (value <= 0n) return value === 0n ? [] : [0n, value / 2n]
  const bits = BigInt(value.toString(2).length)
  // Without its lowest bits, down to the highest alone: the edge of a narrower type.
  return [
    0n,
    1n,
    value >> (bits / 2n),
    value >> 1n,
    1n << (bits - 1n),
    value & (value - 1n),
    value - 1n,
  ]
}
