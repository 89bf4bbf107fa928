import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type AbiFunction, rulesFor } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { Action } from '../action/action.ts'
import { ruleBook } from '../catalogue/rule-book.ts'
import { bareOrderRuleBook } from '../cow/bare-order.ts'
import { type Freedom, freeArgumentsOf, recipientsIn } from '../leaf/free-argument.ts'
import { type LeafArgument, leafArgumentsOf, pathsOf } from '../leaf/leaf-argument.ts'
import { parseLabel } from '../leaf/role.ts'
import type { DescribedArgument } from '../meaning/argument-text.ts'
import { accountNameOf, type CallContext, type ValueMark } from '../meaning/value-text.ts'

/** The freedoms that a leaf leaves in calls of its function, by the pattern of the argument. */
export type Freedoms = {
  readonly byPattern: ReadonlyMap<string, Freedom>
  /** Arguments by which the leaf itself names who receives, by their patterns. */
  readonly receivers: ReadonlySet<string>
  /** The argument that names who runs the payload is not the caller's choice. */
  readonly isExecutorBound: boolean
}

/** The call whose arguments are free or bound. */
type FreeCall = {
  readonly selector: string
  readonly fn: AbiFunction
  readonly action: Action | null
  /** The number of arguments of its leaf, without a drone's; null if no leaf is known. */
  readonly count: number | null
}

const marks = {
  recipient: 'free_recipient',
  spender: 'free_spender',
  operator: 'free_operator',
  payload: 'free_payload',
  price: 'free_price',
} as const satisfies { readonly [freedom in Freedom]: ValueMark }

/** Values that a sentence names; the table marks all. */
const maxNamed = 4

/**
 * Tells which arguments of a call its leaf leaves to the caller, by the very list that ways out are found by.
 *
 * Without a leaf, the loosest rule of the function counts.
 */
export function freedomsOf({ selector, fn, action, count }: FreeCall): Freedoms {
  const rules = rulesFor(ruleBook, selector)
  const leafArguments = leafArgumentsOf(rules, count, action)
  // A leaf that no rule packs says nothing of its own: the function's loosest rule does.
  const fitting =
    leafArguments.args.length > 0 ? leafArguments : leafArgumentsOf(rules, null, action)
  const { args } =
    fitting.args.length > 0
      ? fitting
      : leafArgumentsOf(rulesFor(bareOrderRuleBook, selector), null, action)
  const names = pathsOf('', fn.inputs).map(anyItem)
  const nameOf = (argument: LeafArgument) => names[args.indexOf(argument)] ?? argument.path
  const readCall = { args, leaf: { signature: fn.canonical } }
  const executor = args.find(({ path }) => parseLabel(path).word === 'executor')
  return {
    byPattern: new Map(
      freeArgumentsOf(readCall).map(({ argument, freedom }) => [nameOf(argument), freedom]),
    ),
    receivers: new Set(
      recipientsIn(readCall).flatMap((each) => (each.state === 'free' ? [] : [nameOf(each)])),
    ),
    isExecutorBound: executor !== undefined && executor.state !== 'free',
  }
}

/** Marks the values that the caller chose, and receivers that the leaf binds: all but the vault. */
export function markFreeValues(
  args: readonly DescribedArgument[],
  freedoms: Freedoms,
  context: CallContext,
): readonly DescribedArgument[] {
  const executor = freedoms.isExecutorBound
    ? (args.find(({ pattern }) => parseLabel(pattern).word === 'executor')?.value ?? null)
    : null
  return args.map((argument) => {
    const pattern = anyItem(argument.pattern)
    const freedom = freedoms.byPattern.get(pattern)
    if (argument.mark !== null) return argument
    if (freedom === undefined)
      return freedoms.receivers.has(pattern) && isElsewhere(argument, executor, context)
        ? { ...argument, mark: 'other_account' }
        : argument
    const isPlain =
      freedom === 'price'
        ? false
        : freedom === 'payload'
          ? argument.value === '0x'
          : isOurs(argument, freedom, context) || argument.value === executor
    return isPlain ? argument : { ...argument, mark: marks[freedom] }
  })
}

/**
 * Says what the caller chose of a call, to follow its sentence.
 *
 * @param sentence - what it says already is not said again.
 * @returns empty where nothing is left to say.
 */
export function freeTextOf(
  args: readonly DescribedArgument[],
  sentence: string,
  context: CallContext,
): string {
  const named = args.flatMap((argument) => {
    if (argument.mark?.startsWith('free_') !== true) return []
    const { path, type, value, text } = argument
    const shown =
      type === 'address' ? accountNameOf(value as Address, context) : text.replace(/ \(\d+\)$/, '')
    return argument.mark === 'free_price' && sentence.includes(shown.replace(/^at least /, ''))
      ? []
      : [`${path} ${shown}`]
  })
  if (named.length === 0) return ''
  const more = named.length - maxNamed
  const remainder = more > 0 ? ` and ${more} more` : ''
  return `; free for the caller: ${named.slice(0, maxNamed).join(', ')}${remainder}`
}

/** Tells whether an account is the vault, a drone of it, or the zero address where that receives nothing. */
function isOurs(
  { value, type }: DescribedArgument,
  freedom: Freedom,
  { vault, drones }: CallContext,
): boolean {
  if (type === 'caller') return true
  const account = typeof value === 'string' ? accountIn(value as Hex) : null
  if (account === null) return false
  if (isSameAddress(account, zeroAddress)) return freedom !== 'recipient'
  return [vault, ...drones].some((own) => own !== null && isSameAddress(own, account))
}

/** Tells whether a bound receiver is not the vault; the zero address stands for the caller where a leaf binds it. */
function isElsewhere(
  argument: DescribedArgument,
  executor: DescribedArgument['value'] | null,
  context: CallContext,
): boolean {
  if (context.vault === null || argument.value === executor) return false
  return !isOurs(argument, 'spender', context)
}

/** An account on its own, or in the low bytes of a word. */
function accountIn(value: Hex): Address | null {
  if (value.length === 42) return value
  if (value.length !== 66 || !value.startsWith(`0x${'0'.repeat(24)}`)) return null
  return checksumOf(`0x${value.slice(26)}`)
}

function anyItem(path: string): string {
  return path.replace(/\[\d*\]/g, '[]')
}
