import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  type AbiValue,
  type AssumedRead,
  appendDroneTarget,
  type CompiledRule,
  canPack,
  encodeCall,
  matchCall,
  parseSignature,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { bareOrderRuleBook, type LeafArgument } from '@vaultwright/protocols'
import { orderArgumentOf, signsAnyOrder } from './decoder.ts'
import { buildLeafReader, type LeafReading } from './leaf-reading.ts'
import type { RiskInput } from './risk-input.ts'
import type { WayOut } from './way-out.ts'
import {
  accountAs,
  emptyValueOf,
  fittedValue,
  someAttacker,
  withValueIn,
  worstValuesOf,
  worstWeiOf,
} from './worst-value.ts'

/** A call that takes a way out: what the leaf binds, and free values that serve the caller. */
export type WorstCall = {
  readonly slot: number
  readonly decoder: Address
  /** The drone where the leaf is one's. */
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  /** Of the leaf, from the tree. */
  readonly proof: readonly Hex[]
  /** The answers the chain must give the decoder; empty where the calldata alone decides. */
  readonly reads: readonly AssumedRead[]
  /** Checks of the decoder that the chain's answers decide, and which answers; empty where none is left. */
  readonly checks: readonly OpenCheck[]
  /** Versions of the decoder that do not let the call through by this leaf. */
  readonly refusedBy: readonly string[]
}

/** A check of a decoder on what only the chain tells. */
export type OpenCheck = {
  /** As the rule states it, as in `executor == oneInchExecutor()`. */
  readonly check: string
  /** The reads that are needed, as `reads` of `calldata verify` takes them. */
  readonly reads: readonly string[]
}

/** The number of leaves of a way that are tried. */
const attempts = 4

/**
 * Makes a call that takes a way out.
 *
 * @returns a call that the rules pack to the very bytes of one of the way's leaves; null where none could be made.
 */
export function worstCallOf(input: RiskInput, { code, positions }: WayOut): WorstCall | null {
  const bySlot = new Map(input.leaves.map((reading) => [reading.position, reading]))
  const isSuffixed = code === 'second_reading' || code === 'shorter_list'
  for (const position of positions.slice(0, attempts)) {
    const first = bySlot.get(position)
    const reading = first === undefined || !isSuffixed ? first : suffixedReadingOf(input, first)
    const call = reading === undefined ? null : callThrough(input, reading)
    if (call !== null) return call
  }
  return null
}

/** Reads a leaf as if its last entry stood behind the arguments of the call: the suffix is encoded as a drone's is. */
function suffixedReadingOf(
  { options }: RiskInput,
  { leaf, ...leafReading }: LeafReading,
): LeafReading {
  const shorter = { ...leaf, arguments: leaf.arguments.slice(0, -1) }
  const plain = buildLeafReader(options.rules)(
    { ...leafReading, leaf: shorter, isDrone: false },
    null,
  )
  return { ...plain, isDrone: true, called: leaf.arguments.at(-1)! }
}

function callThrough(input: RiskInput, reading: LeafReading): WorstCall | null {
  for (const data of calldataOf(input, reading)) {
    const call = provenCall(input, reading, data)
    if (call !== null) return call
  }
  return null
}

/** The call with its proof; null where the rules do not pack it to the leaf. */
function provenCall(input: RiskInput, reading: LeafReading, data: Hex): WorstCall | null {
  const { leaf, position, isDrone, called } = reading
  const { tree } = input.file
  const call = {
    target: leaf.target,
    data: isDrone ? appendDroneTarget(data, called) : data,
    value: worstWeiOf(input, reading),
    decoder: leaf.decoder,
  }
  const rules = signsAnyOrder(reading) ? bareOrderRuleBook : input.options.rules
  const match = matchCall(call, { tree, rules })
  if (match.kind === 'none' || !match.positions.includes(position)) return null
  const checks = match.unverified.map(({ check, reads }) => {
    return { check, reads: reads.map(({ key }) => key) }
  })
  // Only a version that packs as many entries can be the decoder of the leaf; behind a suffix, one fewer.
  const sizes = [match.leaf.arguments.length, match.leaf.arguments.length - (isDrone ? 1 : 0)]
  const refusedBy = match.disagreeing.flatMap(({ rule }) =>
    rule !== null && sizes.some((size) => canPack(rule, size)) ? rule.decoders : [],
  )
  const proof = proofHexOf(tree.tree, position)
  return { ...call, slot: position, proof, reads: match.reads, checks, refusedBy }
}

/** Calldata that may fit: by the action where the leaf is one, else by the function's own types. */
function calldataOf(input: RiskInput, reading: LeafReading): readonly Hex[] {
  const { claim, rules } = reading
  const actionCall = claim === null ? null : tried(() => byAction(input, reading))
  if (actionCall !== null) return [actionCall]
  return rules.flatMap((rule) => tried(() => byRule(input, reading, rule)) ?? [])
}

function byAction(input: RiskInput, reading: LeafReading): Hex {
  const claim = reading.claim!
  const { action } = claim.pattern
  const values = worstValuesOf(input, claim, reading)
  const fn = parseSignature(action.signature)
  const plain = fittedValue(fn.inputs, action.arguments(values))
  const free = reading.args.filter(({ state, role }) => state === 'free' && role !== 'other')
  const taken = free.reduce<AbiValue>((list, argument) => {
    const put = accountAs(argument.type, input.options.attacker ?? someAttacker)
    const { path } = argument
    return put === null ? list : withValueIn(fn.inputs, list, { path, put })
  }, plain)
  const data = encodeCall(fn, taken as readonly AbiValue[])
  return `${data}${action.tail(values).slice(2)}`
}

/** Fills a function without an action: entries of the leaf where the rule packs them, the caller elsewhere. */
function byRule(input: RiskInput, reading: LeafReading, rule: CompiledRule): Hex {
  const fn = rule.function
  const lists = reading.args.filter(
    ({ path, entries }) => path.includes('[]') && entries.length > 0,
  )
  const length = Math.max(0, ...lists.map(({ entries }) => entries.length))
  let values = emptyValueOf(fn.inputs, length)
  const attacker = input.options.attacker ?? someAttacker
  for (const argument of reading.args) {
    const { path, type, state, role, use } = argument
    const bound = boundValueOf(reading, argument)
    const isTaken = state === 'free' && role !== 'other'
    const put =
      bound ??
      (isTaken
        ? accountAs(type, attacker)
        : state === 'free' && use === 'amount'
          ? worstNumber(type)
          : null)
    if (put !== null) values = withValueIn(fn.inputs, values, { path, put })
  }
  for (const { name } of fn.inputs.fields) {
    const put =
      input.options.choiceOf?.(rule.signature, name) ?? orderArgumentOf(input, reading, name)
    if (put !== null) values = withValueIn(fn.inputs, values, { path: name, put })
  }
  return encodeCall(fn, values as readonly AbiValue[])
}

function worstNumber(type: string): bigint | null {
  const size = /^uint(\d+)$/.exec(type)?.[1]
  return size === undefined ? null : (1n << BigInt(size)) - 1n
}

/** The bound value of an argument in the leaf's entries; null where they hold none, or several values. */
function boundValueOf({ leaf }: LeafReading, { type, entries }: LeafArgument): AbiValue | null {
  const [first, second] = entries.map((entry) => leaf.arguments[entry]!)
  if (first === undefined) return null
  if (type === 'address') return first
  if (type === 'bytes32') {
    return second === undefined
      ? accountAs('bytes32', first)
      : `0x${first.slice(2, 34)}${second.slice(2, 34)}`.toLowerCase()
  }
  return /^uint/.test(type) ? BigInt(first) : null
}

/** Values that a type refuses make no call. */
function tried(make: () => Hex): Hex | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof BaseError || error instanceof TypeError) return null
    throw error
  }
}
