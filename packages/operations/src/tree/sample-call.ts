import { type Address, BaseError, type Hex } from '@vaultwright/base'
import {
  appendDroneTarget,
  type CompiledRule,
  canPack,
  isPadding,
  type Leaf,
  packArguments,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { encodeFunctionData } from 'viem'
import { type Sample, sampleOf, type ValueShape } from './sample-value.ts'

/** A call that a leaf permits by the rules, or why none could be made. */
type SampleCall =
  | { readonly ok: true; readonly calldata: Hex }
  | { readonly ok: false; readonly why: string }

/** Lists and paths longer than this stand in no leaf. */
const longest = 8

/** Calls that a leaf permits, one a version of the decoder that could have made it. */
export type SampleCalls =
  | { readonly ok: true; readonly samples: readonly SampleOfLeaf[] }
  | { readonly ok: false; readonly why: string }

/** A call, and the bytes that the leaf holds for it: its addresses without a drone's target. */
export type SampleOfLeaf = { readonly calldata: Hex; readonly held: Hex }

/**
 * Makes the calls that a leaf permits, by every version of its decoder that packs as many addresses: the leaf's
 * addresses in the places that the rule packs, small numbers elsewhere.
 *
 * Each word of a first call is a value found nowhere else in it; what the rule packs of them tells which
 * places the leaf's addresses belong to. The call is packed again to be sure.
 */
export function sampleCallsOf(leaf: Leaf, rules: RuleBook): SampleCalls {
  if (isPadding(leaf)) return { ok: false, why: 'it is an empty slot' }
  const functionRules = rulesFor(rules, leaf.selector)
  if (functionRules.length === 0)
    return { ok: false, why: `no rule is known for ${leaf.signature}` }
  let reason = 'no call could be made that packs its arguments'
  for (const drone of [0, 1]) {
    const entries = leaf.arguments.slice(0, leaf.arguments.length - drone)
    if (entries.length !== leaf.arguments.length - drone) continue
    const held: Hex = `0x${entries.map((one) => one.slice(2).toLowerCase()).join('')}`
    const calls = new Set<Hex>()
    for (const rule of functionRules.filter((one) => canPack(one, entries.length))) {
      const call = callBy(rule, entries)
      if (!call.ok) reason = call.why
      else if (drone === 0) calls.add(call.calldata)
      else calls.add(appendDroneTarget(call.calldata, leaf.arguments.at(-1)!))
    }
    if (calls.size > 0)
      return { ok: true, samples: [...calls].map((calldata) => ({ calldata, held })) }
    // Whoever packs as many entries, once it has read the chain, is nearer than a drone of another version.
    if (reason === readsTheChain) break
  }
  return { ok: false, why: reason }
}

const readsTheChain = 'its decoder reads the chain'

function callBy(rule: CompiledRule, entries: readonly Address[]): SampleCall {
  let reason = 'no call could be made that packs its arguments'
  for (const shape of shapesFor(rule, entries.length)) {
    const sample = sampleOf(rule.rule.signature, shape)
    const outcome = packed(rule, sample)
    if (typeof outcome === 'string') {
      reason = outcome
      continue
    }
    if (outcome.length !== entries.length) continue
    for (const [index, mark] of outcome.entries()) sample.place(mark, entries[index]!)
    const again = packed(rule, sample)
    if (typeof again === 'string') reason = again
    else if (again.every((one, index) => one.toLowerCase() === entries[index]!.toLowerCase())) {
      return { ok: true, calldata: encoded(sample) }
    }
  }
  return { ok: false, why: reason }
}

/** Lengths of lists and of paths that may give as many entries. */
function shapesFor({ rule }: CompiledRule, count: number): readonly ValueShape[] {
  const { signature } = rule
  const most = Math.min(count, longest)
  const lists = signature.includes('[]') ? range(0, most + 1) : [1]
  const paths = /bytes \w*path/i.test(signature) ? range(2, most + 1) : [0]
  const directs = /router/i.test(signature) ? [false, true] : [false]
  return lists.flatMap((list) =>
    paths.flatMap((path) => directs.map((isDirect) => ({ list, path, isDirect }))),
  )
}

function packed(rule: CompiledRule, sample: Sample): readonly Address[] | string {
  try {
    const outcome = packArguments(rule, encoded(sample))
    if (outcome.ok) {
      return outcome.unverified.length === 0
        ? outcome.entries.map(({ address }) => address)
        : 'its decoder checks what the chain says'
    }
    if (outcome.reason === 'needs_reads') return readsTheChain
    return 'the decoder asks more of a call than its addresses'
  } catch (error) {
    if (error instanceof BaseError) return error.shortMessage
    throw error
  }
}

function encoded({ item, args }: Sample): Hex {
  return encodeFunctionData({ abi: [item], args })
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
