import type { AbiTuple, AbiType } from '../abi/abi-type.ts'
import type { AbiValue } from '../abi/abi-value.ts'
import type { Rule } from '../rule/rule.ts'
import type { CompiledRule } from '../rule/rule-compile.ts'
import { packArguments } from '../rule/rule-pack.ts'
import type { DecoderSample } from './entry-source.ts'
import { valueLocationsOf } from './value-location.ts'

/** Compiles a rule that is only supposed; null when the notation does not take it. */
export type RuleCompiler = (rule: Rule) => CompiledRule | null

/** More checks than this are not a rule but a list of what was seen. */
const maxChecks = 8

/**
 * Adds the checks that explain why a decoder refuses what a rule packs.
 *
 * @returns the rule with checks; calls that none of them explains are left to the comparison.
 */
export function withChecks(
  rule: Rule,
  seen: { readonly inputs: AbiTuple; readonly samples: readonly DecoderSample[] },
  compile: RuleCompiler,
): Rule {
  const accepted = seen.samples.filter(({ reply }) => reply.kind === 'packed')
  let open = refusedOnlyByDecoder(rule, seen.samples, compile)
  const checks: string[] = []
  const holding = conditionsOf(seen.inputs, seen.samples).flatMap((condition) => {
    const compiled = compile({ ...rule, packs: '', checks: [condition] })
    if (compiled === null) return []
    const holds = ({ call }: DecoderSample) => packArguments(compiled, call.calldata).ok
    return accepted.every(holds) ? [{ condition, holds }] : []
  })
  while (open.length > 0 && checks.length < maxChecks) {
    const counted = holding.map(({ condition, holds }) => ({
      condition,
      holds,
      count: open.filter((sample) => !holds(sample)).length,
    }))
    const most = Math.max(0, ...counted.map(({ count }) => count))
    const best = counted.find(({ count }) => count === most)
    if (best === undefined || most === 0) break
    const errors = new Set(open.filter((sample) => !best.holds(sample)).map(errorOf))
    const [error] = errors
    const isNamed = errors.size === 1 && error !== null && /^[A-Za-z_$][\w$]*$/.test(error ?? '')
    checks.push(isNamed ? `${best.condition} else ${error}` : best.condition)
    open = open.filter(best.holds)
  }
  return checks.length === 0 ? rule : { ...rule, checks }
}

/** Calls that the decoder refuses and the rule packs. */
function refusedOnlyByDecoder(
  rule: Rule,
  samples: readonly DecoderSample[],
  compile: RuleCompiler,
): readonly DecoderSample[] {
  const compiled = compile(rule)
  if (compiled === null) return []
  return samples.filter(
    ({ call, reply }) => reply.kind === 'refused' && packArguments(compiled, call.calldata).ok,
  )
}

/** A rule names an error where a source states the name, and no other. */
function errorOf({ reply }: DecoderSample): string | null {
  if (reply.kind !== 'refused' || reply.isOwnName) return null
  return reply.error === 'Panic' ? null : reply.error
}

/** Conditions that decoders check, about these parameters: the simplest first. */
function conditionsOf(inputs: AbiTuple, samples: readonly DecoderSample[]): readonly string[] {
  const places = typeLocationsIn('', inputs)
  const of = (test: (type: AbiType) => boolean) =>
    places.filter(({ type }) => test(type)).map(({ name }) => name)
  const bytes = of(({ kind }) => kind === 'bytes')
  const lists = of((type) => type.kind === 'array' && type.length === null)
  const bools = of((type) => type.kind === 'word' && type.name === 'bool')
  const accounts = of((type) => type.kind === 'word' && type.name === 'address')
  return [
    ...bytes.map((name) => `length(${name}) == 0`),
    ...bools.flatMap((name) => [`${name} == false`, `${name} == true`]),
    ...lists.flatMap((name) => [
      `length(${name}) == 1`,
      `length(${name}) > 0`,
      `length(${name}) > 1`,
      `length(${name}) <= 1`,
      `length(${name}) == 2`,
      `length(${name}) == 0`,
    ]),
    ...pairsOf(lists).map(([one, other]) => `length(${one}) == length(${other})`),
    ...accounts.flatMap((name) => [`${name} == 0`, `${name} != 0`]),
    ...pairsOf(accounts).map(([one, other]) => `${one} == ${other}`),
    ...numberConditions(inputs, samples),
    ...bytes.flatMap((name) => [`length(${name}) == 32`, `length(${name}) >= 32`]),
  ]
}

type TypeLocation = { readonly name: string; readonly type: AbiType }

function typeLocationsIn(prefix: string, type: AbiTuple): readonly TypeLocation[] {
  return type.fields.flatMap((field) => typeLocationsOf(`${prefix}${field.name}`, field.type))
}

function typeLocationsOf(name: string, type: AbiType): readonly TypeLocation[] {
  if (type.kind === 'tuple') return typeLocationsIn(`${name}.`, type)
  if (type.kind !== 'array') return [{ name, type }]
  return [{ name, type }, ...typeLocationsOf(`${name}[]`, type.element)]
}

function pairsOf(names: readonly string[]): readonly (readonly [string, string])[] {
  const plain = names.filter((name) => !name.includes('[]')).slice(0, 8)
  return plain.flatMap((one, index) => plain.slice(index + 1).map((other) => [one, other] as const))
}

/** Bounds and fixed values of numbers, from what was accepted. */
function numberConditions(inputs: AbiTuple, samples: readonly DecoderSample[]): readonly string[] {
  const accepted = new Map<string, Set<bigint>>()
  for (const { call, reply } of samples) {
    if (reply.kind === 'refused') continue
    for (const { name, value } of valueLocationsOf(inputs, call.values)) {
      if (typeof value !== 'bigint' || name.includes('[')) continue
      accepted.set(name, (accepted.get(name) ?? new Set<AbiValue>()) as Set<bigint>)
      accepted.get(name)!.add(value)
    }
  }
  return [...accepted].flatMap(([name, values]) => {
    const sorted = [...values].sort((one, other) => (one < other ? -1 : 1))
    const [minimum] = sorted
    const most = sorted.at(-1)
    if (minimum === undefined || most === undefined || minimum < 0n) return []
    if (minimum === most) return [`${name} == ${minimum}`]
    const bounds = [`${name} <= ${most}`]
    return minimum === 0n ? bounds : [...bounds, `${name} >= ${minimum}`, `${name} != 0`]
  })
}
