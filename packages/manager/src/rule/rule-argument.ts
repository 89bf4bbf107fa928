import { type AbiType, printAbiType } from '../abi/abi-type.ts'
import type { CompiledRule } from './rule-compile.ts'
import { orderTuple } from './rule-order.ts'
import { memberPath, type TermUse, termUsesOf } from './rule-use.ts'

/** The source of an argument's value: the leaf (`bound`), the decoder's check (`checked`), or the caller (`free`). */
type ArgumentState = 'bound' | 'checked' | 'free'

/** The use that a decoder makes of one argument of a function. */
export type RuleArgument = {
  /** In the function's own names, `[]` for all items of a list: `params.recipient`, `tokens[]`. */
  readonly path: string
  /** Canonical type of the word or the bytes. */
  readonly type: string
  readonly state: ArgumentState
  /** True if that leaves one value; false where part of it, or of its values, stays the caller's choice. */
  readonly isWhole: boolean
  /** Checks that read it, as the rule writes them. */
  readonly checks: readonly string[]
  /** Reads of the chain that are asked with it: any value passes that the chain answers alike. */
  readonly reads: readonly string[]
}

type ParameterPath = { readonly path: string; readonly type: string }

/** The parts of the calldata that Odos packs byte by byte. Source: OdosRouterV2.swapCompact. */
const compactPaths: readonly ParameterPath[] = [
  { path: 'inputToken', type: 'address' },
  { path: 'outputToken', type: 'address' },
  { path: 'inputAmount', type: 'uint256' },
  { path: 'outputQuote', type: 'uint256' },
  { path: 'slippage', type: 'uint24' },
  { path: 'executor', type: 'address' },
  { path: 'inputReceiver', type: 'address' },
  { path: 'outputReceiver', type: 'address' },
  { path: 'referralCode', type: 'uint32' },
  { path: 'pathDefinition', type: 'bytes' },
]

const memo = new WeakMap<CompiledRule, readonly RuleArgument[]>()

/**
 * Tells of each argument of a function what a rule's decoder does with it.
 *
 * Derived from the rule's terms alone: a leaf binds what they pack, the decoder refuses what they check, and
 * everything else is the caller's choice.
 *
 * @returns words and bytes in the order of the signature; of calldata that is read byte by byte, its parts;
 *   the words of an order behind the arguments follow them.
 */
export function argumentsOf(rule: CompiledRule): readonly RuleArgument[] {
  const cached = memo.get(rule)
  if (cached !== undefined) return cached
  const uses = termUsesOf(rule)
  const places = rule.isByteParsed ? compactPaths : placesIn('', rule.function.inputs)
  const behind = rule.readsOrder ? placesIn('', orderTuple) : []
  const list = [...places, ...behind].map((place) => argumentAt(place, uses))
  memo.set(rule, list)
  return list
}

/** Words and bytes under a type. */
function placesIn(path: string, type: AbiType): readonly ParameterPath[] {
  if (type.kind === 'array') return placesIn(`${path}[]`, type.element)
  if (type.kind !== 'tuple') return [{ path, type: printAbiType(type) }]
  return type.fields.flatMap((field, index) =>
    placesIn(memberPath(path, field.name || String(index)), field.type),
  )
}

function argumentAt({ path, type }: ParameterPath, uses: readonly TermUse[]): RuleArgument {
  // What is said of a list is said of what is in it.
  const partUses = uses.filter((use) => use.path === path || path.startsWith(`${use.path}[`))
  const packed = partUses.filter(({ kind }) => kind === 'packed')
  const halves = new Set(packed.map(({ term }) => term))
  const isWhole = partUses.some((use) => use.isWhole) || (halves.has('hi16') && halves.has('lo16'))
  const state = packed.length > 0 ? 'bound' : partUses.length > 0 ? 'checked' : 'free'
  const termsOf = (wanted: TermUse['kind']) => [
    ...new Set(
      partUses.flatMap(({ kind, term }) => (kind === wanted && term !== '' ? [term] : [])),
    ),
  ]
  return { path, type, state, isWhole, checks: termsOf('checked'), reads: termsOf('read') }
}
