import type { Hex } from '@vaultwright/base'
import type { AbiValue } from '../abi/abi-value.ts'
import type { CheckCall } from './check-call.ts'
import type { DecoderReply } from './compare-reply.ts'
import type { ValueLocation } from './value-location.ts'

/** A call and what the decoder answered. */
export type DecoderSample = { readonly call: CheckCall; readonly reply: DecoderReply }

/** The base call with one word or byte string changed. */
export type ValueProbe = {
  readonly spot: ValueLocation
  readonly value: AbiValue
  readonly reply: DecoderReply
}

/** The source of one packed entry. */
export type EntrySource =
  | { readonly kind: 'constant'; readonly entry: Hex }
  | { readonly kind: 'spot'; readonly spot: ValueLocation; readonly transform: string | null }

/** The effect of a change of one word on the decoder's answer. */
export type WordEffect = {
  /** The word, as the notation names it. */
  readonly word: string
  /** Positions of the entries that change with it. */
  readonly entries: readonly number[]
  /** True if the decoder refuses the other value. */
  readonly isRefused: boolean
}

/**
 * Cuts packed bytes into entries.
 *
 * @returns entries of 20 bytes; null when it refused, or packed something else.
 */
export function entriesOf(reply: DecoderReply): readonly Hex[] | null {
  if (reply.kind !== 'packed' || (reply.packed.length - 2) % 40 !== 0) return null
  return (reply.packed.slice(2).match(/.{40}/g) ?? []).map((entry): Hex => `0x${entry}`)
}

/** Tells what each changed word does. */
export function effectsOf(
  base: readonly Hex[],
  changes: readonly ValueProbe[],
): readonly WordEffect[] {
  const effects = new Map<string, { entries: Set<number>; isRefused: boolean }>()
  for (const { spot, reply } of changes) {
    const effect = effects.get(spot.name) ?? { entries: new Set(), isRefused: false }
    effects.set(spot.name, effect)
    const entries = entriesOf(reply)
    if (entries === null) effect.isRefused = true
    else for (const position of changedPositions(base, entries)) effect.entries.add(position)
  }
  return [...effects].flatMap(([word, { entries, isRefused }]) => {
    const positions = [...entries].sort((one, other) => one - other)
    return positions.length === 0 && !isRefused ? [] : [{ word, entries: positions, isRefused }]
  })
}

/**
 * Finds where an entry comes from.
 *
 * @returns its source; null when several words or the inside of bytes make it.
 */
export function sourceOf(
  position: number,
  base: readonly Hex[],
  changes: readonly ValueProbe[],
): EntrySource | null {
  const entry = base[position]!
  const moving = changes.filter(({ reply }) => {
    const entries = entriesOf(reply)
    return entries !== null && entries.length === base.length && entries[position] !== entry
  })
  const names = new Set(moving.map(({ spot }) => spot.name))
  if (names.size > 1) return null
  const [first] = moving
  if (first !== undefined) {
    const fitting = transformsOf(first.spot).find(({ apply }) =>
      moving.every(({ value, reply }) => apply(value) === entriesOf(reply)![position]),
    )
    return fitting === undefined
      ? null
      : { kind: 'spot', spot: first.spot, transform: fitting.name }
  }
  // A word that may not change is the entry itself where both are the same.
  const pinned = changes.filter(({ reply }) => reply.kind === 'refused')
  for (const { spot } of pinned) {
    const fitting = transformsOf(spot).find(({ apply }) => apply(spot.value) === entry)
    const isSaying = BigInt(entry) > 0xffffn
    if (fitting !== undefined && isSaying) return { kind: 'spot', spot, transform: fitting.name }
  }
  return { kind: 'constant', entry }
}

function changedPositions(base: readonly Hex[], entries: readonly Hex[]): readonly number[] {
  const count = Math.max(base.length, entries.length)
  return Array.from({ length: count }, (_, at) => at).filter((at) => base[at] !== entries[at])
}

type ValueTransform = {
  readonly name: string | null
  readonly apply: (value: AbiValue) => string | null
}

/** The transforms by which the notation makes an entry. */
function transformsOf({ type }: ValueLocation): readonly ValueTransform[] {
  if (type.kind === 'word' && type.name === 'address') {
    return [{ name: null, apply: (value) => String(value).toLowerCase() }]
  }
  if (type.kind === 'word' && /^u?int/.test(type.name)) {
    const apply = (value: AbiValue) =>
      `0x${BigInt.asUintN(160, value as bigint)
        .toString(16)
        .padStart(40, '0')}`
    return [{ name: 'uint160', apply }]
  }
  const isBytes = type.kind === 'bytes' && type.name === 'bytes'
  if (!isBytes && !(type.kind === 'word' && type.name.startsWith('bytes'))) return []
  const word = (value: AbiValue) => {
    const text = String(value).slice(2)
    if (isBytes && text.length < 64) return null
    return text.padEnd(64, '0').slice(0, 64)
  }
  const cut =
    (take: (text: string) => string): ValueTransform['apply'] =>
    (value) => {
      const text = word(value)
      return text === null ? null : `0x${take(text)}`
    }
  return [
    { name: 'low20', apply: cut((text) => text.slice(24)) },
    { name: 'first20', apply: cut((text) => text.slice(0, 40)) },
    { name: 'hi16', apply: cut((text) => `${text.slice(0, 32)}00000000`) },
    { name: 'lo16', apply: cut((text) => `${text.slice(32)}00000000`) },
  ]
}
