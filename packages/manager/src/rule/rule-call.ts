import { type AbiTuple, parseAbiTuple, parseSignature } from '../abi/abi-type.ts'
import { checkEncoding } from './machine/rule-encoding.ts'
import { type Machine, spend, wordAt } from './machine/rule-machine.ts'
import {
  addressMask,
  type BytesValue,
  computedOf,
  fieldTraitOf,
  type ListValue,
  locatedOf,
  loopsOf,
  revert,
  type Trait,
  type Value,
  type WordValue,
} from './rule-value.ts'

/** The arguments of a function of the notation. */
export type RuleArguments = {
  readonly values: readonly Value[]
  /** The quoted text among the arguments; null when there is none. */
  readonly text: string | null
  /** Name, key and loops of the result. */
  readonly trait: Trait
  /** Gives a number that no other nested encoding of this rule has. */
  readonly nextFrame: () => number
  /** Gives a counter that no loop of this rule turns. */
  readonly nextLoop: () => number
  /** Refuses the call; does not return. */
  readonly fail: (why: string) => never
}

/**
 * The functions of the notation by name.
 *
 * Each takes compiled arguments and gives a compiled value.
 */
export const ruleFunctions: { readonly [name: string]: (args: RuleArguments) => Value } = {
  uint160: (args) => low20Of(args),
  low20: (args) => low20Of(args),
  first20: (args) => {
    const word = wordOf(args)
    const { at: offsetOf } = word
    const big = (machine: Machine) => word.big(machine) >> 96n
    if (offsetOf === null) return computedOf('address', big, args.trait)
    return { ...computedOf('address', big, args.trait), at: (machine) => offsetOf(machine) - 12 }
  },
  hi16: (args) => {
    const word = wordOf(args)
    return computedOf('address', (machine) => (word.big(machine) >> 128n) << 32n, args.trait)
  },
  lo16: (args) => {
    const word = wordOf(args)
    const low = (1n << 128n) - 1n
    return computedOf('address', (machine) => (word.big(machine) & low) << 32n, args.trait)
  },
  tenTo: (args) => {
    const word = wordOf(args)
    const big = (machine: Machine) => {
      const power = word.big(machine)
      if (power < 78n) return 10n ** power
      return BigInt(revert(machine, 'Panic', `Ten to the power of ${power} is not a word.`))
    }
    return computedOf('number', big, args.trait)
  },
  length: (args) => {
    const of = args.values[0]
    if (of?.kind === 'list') {
      return computedOf('number', (machine) => BigInt(of.count(machine)), args.trait)
    }
    if (of?.kind !== 'bytes') return args.fail('only bytes, texts and lists have a length')
    return computedOf('number', (machine) => BigInt(of.length(machine)), args.trait)
  },
  selector: (args) => {
    const of = bytesOf(args)
    const big = (machine: Machine) => {
      if (of.length(machine) >= 4) return wordAt(machine.data, of.at(machine), 4)
      return BigInt(revert(machine, null, 'The inner calldata is shorter than a selector.'))
    }
    return computedOf('number', big, args.trait)
  },
  byte: (args) => {
    const of = bytesOf(args)
    const by = args.values[1]
    if (by?.kind !== 'word') return args.fail('it takes bytes and an index')
    const big = (machine: Machine) => {
      const index = Number(by.big(machine))
      if (index < of.length(machine)) return BigInt(machine.data[of.at(machine) + index] ?? 0)
      return BigInt(revert(machine, 'Panic', 'An index is beyond the end of the bytes.'))
    }
    return computedOf('uint8', big, args.trait)
  },
  nonzero: (args) => nonzeroOf(args),
  only: (args) => onlyOf(args),
  abi: (args) => nestedOf(args),
  path: (args) => pathOf(args),
  words20: (args) => wordsOf(args),
}

function low20Of(args: RuleArguments): Value {
  const word = wordOf(args)
  const big = (machine: Machine) => word.big(machine) & addressMask
  return { ...computedOf('address', big, args.trait), at: word.at }
}

/** Takes the one argument as a word; bytes stand for their first 32 bytes. */
function wordOf(args: RuleArguments): WordValue {
  const of = args.values[0]
  if (args.values.length !== 1) return args.fail('it takes one argument')
  if (of?.kind === 'word') return of
  if (of?.kind !== 'bytes') return args.fail('it takes a word or bytes')
  const offset = (machine: Machine) => {
    if (of.length(machine) >= 32) return of.at(machine)
    return revert(machine, null, 'Bytes that are read as a word are shorter than 32 bytes.')
  }
  const big = (machine: Machine) => wordAt(machine.data, offset(machine), 32)
  return { ...computedOf('bytes32', big, args.trait), at: offset }
}

/** Counts the entries of a list that are not zero. */
function nonzeroOf(args: RuleArguments): Value {
  const { positions } = filledOf(args)
  return computedOf('number', (machine) => BigInt(positions(machine).length), args.trait)
}

/** Finds the one entry of a list that is not zero; none, or a second one, reverts. */
function onlyOf(args: RuleArguments): Value {
  const { positions, label } = filledOf(args)
  const big = (machine: Machine) => {
    const [first, second] = positions(machine)
    if (first !== undefined && second === undefined) return BigInt(first)
    const what = first === undefined ? 'no entry' : 'more than one entry'
    return BigInt(revert(machine, null, `${label(machine)} has ${what} that is not zero.`))
  }
  return computedOf('number', big, args.trait)
}

/** Looks for the entries of a list of single values that are not zero. */
function filledOf(args: RuleArguments) {
  const of = args.values[0]
  if (of?.kind !== 'list' || args.values.length !== 1) return args.fail('it takes a list')
  const slot = args.nextLoop()
  const entry = of.item((machine) => machine.index[slot] ?? 0, { ...args.trait, loops: [] })
  if (entry.kind !== 'word') return args.fail('the entries of its list are to be single values')
  const positions = (machine: Machine): readonly number[] => {
    const count = of.count(machine)
    const places: number[] = []
    for (let round = 0; round < count && spend(machine); round++) {
      machine.index[slot] = round
      if (entry.big(machine) !== 0n) places.push(round)
    }
    return places
  }
  return { positions, label: of.label }
}

function bytesOf(args: RuleArguments): BytesValue {
  const of = args.values[0]
  return of?.kind === 'bytes' ? of : args.fail('its first argument is to be bytes')
}

/** Decodes bytes: after a selector where the text names a function, from the start otherwise. */
function nestedOf(args: RuleArguments): Value {
  const of = bytesOf(args)
  const text = args.text ?? args.fail('it takes bytes and a type in quotes')
  const skip = text.trimStart().startsWith('(') ? 0 : 4
  const type: AbiTuple = skip === 0 ? parseAbiTuple(text) : parseSignature(text).inputs
  const slot = 2 * args.nextFrame()
  const base = (machine: Machine) => {
    const start = of.at(machine) + skip
    const limit = of.at(machine) + of.length(machine)
    if (machine.frames[slot] === start && machine.frames[slot + 1] === limit) return start
    if (checkEncoding(machine, type, { base: start, limit, isNested: true })) {
      machine.frames[slot] = start
      machine.frames[slot + 1] = limit
    }
    return start
  }
  return locatedOf(type, base, args.trait)
}

/** Cuts packed bytes into records of one layout; the last may end after its first field. */
function pathOf(args: RuleArguments): ListValue {
  const of = bytesOf(args)
  const text = args.text ?? args.fail('it takes bytes and a layout in quotes')
  const fields = parseAbiTuple(`(${text})`).fields.map(({ name, type }) => {
    const word = type.kind === 'word' ? type.name : ''
    const size = packedSizeOf(word)
    return size > 0 ? { name, size, word } : args.fail(`${name} has no packed size`)
  })
  const starts = fields.map((_, index) =>
    fields.slice(0, index).reduce((sum, f) => sum + f.size, 0),
  )
  const stride = fields.reduce((sum, field) => sum + field.size, 0)
  const first = fields[0]?.size ?? args.fail('the layout is empty')
  return {
    kind: 'list',
    fixed: null,
    count: (machine) => Math.floor((of.length(machine) + stride - first) / stride),
    item: (index, trait) => {
      const field = (name: string): Value | null => {
        const position = fields.findIndex((candidate) => candidate.name === name)
        const argument = fields[position]
        if (argument === undefined) return null
        const readAt = (machine: Machine) => {
          const offset = stride * index(machine) + (starts[position] ?? 0)
          if (offset + argument.size <= of.length(machine)) return of.at(machine) + offset
          return revert(machine, null, 'The path ends within one of its steps.')
        }
        const big = (machine: Machine) => wordAt(machine.data, readAt(machine), argument.size)
        const word = computedOf(argument.word, big, fieldTraitOf(trait, name, position))
        return { ...word, at: (machine) => readAt(machine) + argument.size - 32 }
      }
      return { kind: 'record', names: fields.map(({ name }) => name), field, ...trait }
    },
    ...args.trait,
  }
}

function packedSizeOf(type: string): number {
  if (type === 'address') return 20
  const match = /^(u?int|bytes)(\d+)$/.exec(type)
  if (match === null) return type === 'bool' ? 1 : 0
  return match[1] === 'bytes' ? Number(match[2]) : Number(match[2]) / 8
}

/** Cuts bytes into a fixed number of words of 20 bytes, filled up with zeros. */
function wordsOf(args: RuleArguments): ListValue {
  const of = bytesOf(args)
  const by = args.values[1]
  if (by?.kind !== 'word' || by.type !== 'number') return args.fail('it takes bytes and a number')
  const count = Number(/^\d+$/.test(by.key) ? by.key : args.fail('the number is to be written out'))
  return {
    kind: 'list',
    fixed: count,
    count: () => count,
    item: (index, trait) => {
      const big = (machine: Machine) => {
        const offset = 20 * index(machine)
        const size = Math.max(0, Math.min(20, of.length(machine) - offset))
        if (size === 0) return 0n
        return wordAt(machine.data, of.at(machine) + offset, size) << BigInt(8 * (20 - size))
      }
      return computedOf('address', big, { ...trait, loops: loopsOf([trait]) })
    },
    ...args.trait,
  }
}
