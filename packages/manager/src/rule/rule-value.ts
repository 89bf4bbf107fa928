import type { AbiType } from '../abi/abi-type.ts'
import { lengthAt, tailAt, wordOffsetAt } from './machine/calldata-parameter.ts'
import { type Machine, stop, wordAt } from './machine/rule-machine.ts'

/** A loop that a value stands in: it has one value a round. */
export type Loop = {
  /** The counter of the machine it turns. */
  readonly slot: number
  readonly count: (machine: Machine) => number
  /** The count where it is the same for every calldata. */
  readonly fixed: number | null
}

/** The traits of every compiled value. */
export type Trait = {
  /** The name for people, with the counters of this moment. */
  readonly label: (machine: Machine) => string
  /** The identity by position, whatever its names: equal keys are equal values. */
  readonly key: string
  readonly loops: readonly Loop[]
}

/** A word: read from the calldata at `at`, or computed when `at` is null. */
export type WordValue = Trait & {
  readonly kind: 'word'
  /** Its type, `number` for what has none. */
  readonly type: string
  readonly at: ((machine: Machine) => number) | null
  readonly big: (machine: Machine) => bigint
  /** For `left || right[]`: the left side, which needs no round of the loops when it holds. */
  readonly settledBy?: WordValue
}

/** Bytes or text within the calldata. */
export type BytesValue = Trait & {
  readonly kind: 'bytes'
  readonly at: (machine: Machine) => number
  readonly length: (machine: Machine) => number
}

/** A list whose items are values. */
export type ListValue = Trait & {
  readonly kind: 'list'
  readonly count: (machine: Machine) => number
  readonly fixed: number | null
  readonly item: (index: (machine: Machine) => number, trait: Trait) => Value
}

/** A tuple, or what a read or a parser gives under several names. */
export type RecordValue = Trait & {
  readonly kind: 'record'
  readonly names: readonly string[]
  readonly field: (name: string) => Value | null
}

/** A compiled expression. */
export type Value = WordValue | BytesValue | ListValue | RecordValue

/** Keeps the low 20 bytes of a word. */
export const addressMask = (1n << 160n) - 1n

/** Makes a word that is the same in every run. */
export function constantOf(big: bigint, type: string, label: string): WordValue {
  const path = null
  return {
    kind: 'word',
    type,
    at: path,
    big: () => big,
    label: () => label,
    key: `${big}`,
    loops: [],
  }
}

/** Makes a word that is computed. */
export function computedOf(type: string, big: WordValue['big'], trait: Trait): WordValue {
  return { kind: 'word', type, at: null, big, ...trait }
}

/**
 * Makes the value of a type that lies in the calldata.
 *
 * What is read of it is checked as Solidity checks members of `calldata` parameters: where they are read.
 */
export function locatedOf(type: AbiType, at: (machine: Machine) => number, trait: Trait): Value {
  switch (type.kind) {
    case 'word': {
      const place = (machine: Machine) => wordOffsetAt(machine, type, at(machine))
      const big = (machine: Machine) => wordAt(machine.data, place(machine), 32)
      return { kind: 'word', type: type.name, at: place, big, ...trait }
    }
    case 'bytes': {
      const length = (machine: Machine) => soundLengthAt(machine, at(machine))
      return { kind: 'bytes', at: (machine) => at(machine) + 32, length, ...trait }
    }
    case 'array': {
      const { element, length } = type
      const start = length === null ? (machine: Machine) => at(machine) + 32 : at
      const stride = element.isDynamic ? 32 : element.headSize
      return {
        kind: 'list',
        count: (machine) => length ?? soundLengthAt(machine, at(machine)),
        fixed: length,
        item: (index, itemTrait) => {
          const head = (machine: Machine) => start(machine) + stride * index(machine)
          const place = element.isDynamic ? followOffset(element, start, head) : head
          return locatedOf(element, place, itemTrait)
        },
        ...trait,
      }
    }
    case 'tuple': {
      const field = (name: string): Value | null => {
        const position = type.fields.findIndex((candidate) => candidate.name === name)
        const fieldType = name === '' ? undefined : type.fields[position]
        if (fieldType === undefined) return null
        const head = (machine: Machine) => at(machine) + fieldType.offset
        const place = fieldType.type.isDynamic ? followOffset(fieldType.type, at, head) : head
        return locatedOf(fieldType.type, place, fieldTraitOf(trait, name, position))
      }
      const names = type.fields.map((candidate) => candidate.name)
      return { kind: 'record', names, field, ...trait }
    }
  }
}

/** Makes the trait of a member. */
export function fieldTraitOf(of: Trait, name: string, position: number): Trait {
  const label = (machine: Machine) => {
    const before = of.label(machine)
    return before === '' ? name : `${before}.${name}`
  }
  return { label, key: `${of.key}.${position}`, loops: of.loops }
}

/**
 * Stops a run because the decoder reverts.
 *
 * @param error - the decoder's error where it is known.
 * @returns 0, which is safe to go on with.
 */
export function revert(machine: Machine, error: string | null, message: string): number {
  return stop(machine, { reason: 'reverts', error, check: null, message, at: null })
}

/**
 * Joins the loops of several values.
 *
 * @returns each loop once, in order.
 */
export function loopsOf(values: readonly Trait[]): readonly Loop[] {
  const loops: Loop[] = []
  for (const value of values) {
    for (const loop of value.loops) if (!loops.includes(loop)) loops.push(loop)
  }
  return loops
}

type OffsetGetter = (machine: Machine) => number

function followOffset(type: AbiType, base: OffsetGetter, head: OffsetGetter): OffsetGetter {
  return (machine) => tailAt(machine, type, { base: base(machine), head: head(machine) })
}

/** A length whose bytes were found to be there when its offset was followed; 0 after a fault. */
function soundLengthAt(machine: Machine, at: number): number {
  return machine.fault === null ? lengthAt(machine.data, at) : 0
}
