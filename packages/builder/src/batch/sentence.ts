import { type Address, isSameAddress, memoize } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Action, ActionParameter } from '@vaultwright/protocols'
import { labelOf } from '../permission/label.ts'
import { sanitizeName, trustedName } from '../permission/trusted-name.ts'
import { actionParametersOf } from '../resolve/action-draft.ts'
import type { BuildSession } from '../resolve/build-session.ts'
import type { ResolvedAction } from '../resolve/resolve-action.ts'
import { tokenOf, type UnitAt } from '../resolve/resolve-amount.ts'
import { nativeUnitOf } from '../resolve/token-unit.ts'
import { maxAmount, printGrouped } from '../value/amount.ts'
import { textOfValue } from '../value/value-text.ts'
import { calldataMinimumOf } from './action-call.ts'
import type { PlannedApproval } from './approval.ts'

/** Says what an action does, with its values: `Supply 1,000 USDC to Aave v3`. */
export async function sentenceOf(resolved: ResolvedAction, session: BuildSession): Promise<string> {
  const { places, end, unnamed } = templateOf(resolved.selection.action)
  const input: SentenceInput = { resolved, session }
  let text = ''
  for (const { before, name, parameter } of places) {
    const value = resolved.values[name]
    text += before
    if (value === undefined) text += `{${name}}`
    else if (parameter === null) text += textOfValue(value)
    else {
      const shown = valueText(value, parameter, input)
      // Most values have their text at once.
      text += typeof shown === 'string' ? shown : await shown
    }
  }
  text += end
  const minimum = calldataMinimumOf(resolved)
  if (minimum !== null) text += await minimumClause(minimum, input)
  const clauses = clausesOf(unnamed, input)
  if (clauses.length > 0) text += (await Promise.all(clauses)).join('')
  const { drone } = resolved.selection.combination.permissions[0]!
  return text + actorClause(drone, session)
}

/** The sentence of an action, taken apart. */
type SentenceTemplate = {
  /** The places of values, and the text before each; a name that is not a parameter has none. */
  readonly places: readonly {
    readonly before: string
    readonly name: string
    readonly parameter: ActionParameter | null
  }[]
  /** The text behind the last of them. */
  readonly end: string
  /** Parameters that it does not name. */
  readonly unnamed: readonly NamedParameter[]
}

type NamedParameter = readonly [name: string, parameter: ActionParameter]

const templateOf = memoize(({ sentence, parameters }: Action): SentenceTemplate => {
  // Names stand at odd places.
  const texts = sentence.split(/\{(\w+)\}/)
  const names = texts.filter((_, at) => at % 2 === 1)
  return {
    places: names.map((name, at) => ({
      before: texts[2 * at]!,
      name,
      parameter: Object.hasOwn(parameters, name) ? parameters[name]! : null,
    })),
    end: texts.at(-1)!,
    unnamed: Object.entries(parameters).filter(([name]) => !names.includes(name)),
  }
})

/** Says which drone acts, behind a sentence. */
function actorClause(drone: Address | null, { context }: BuildSession): string {
  if (drone === null) return ''
  const label = labelOf(null, drone, context) ?? 'drone'
  return ` (by ${label.includes(drone) ? label : `${label} ${drone}`})`
}

/** Calldata of a third party says itself what it must buy; the signer should see it. */
async function minimumClause(minimum: bigint, input: SentenceInput): Promise<string> {
  return `, for at least ${await amountText(minimum, { unit: 'token_out', at: 0 }, input)}`
}

/** Clauses for amounts given or paid beside what the sentence names: the signer should see them, too. */
function clausesOf(unnamed: readonly NamedParameter[], input: SentenceInput): Promise<string>[] {
  return unnamed.flatMap(([name, parameter]) => {
    const value = input.resolved.values[name]
    if (value === undefined || !isTelling(parameter, value)) return []
    return [clauseOf(name, value, { parameter, input })]
  })
}

async function clauseOf(
  name: string,
  value: AbiValue,
  { parameter, input }: { readonly parameter: ActionParameter; readonly input: SentenceInput },
): Promise<string> {
  const text = await valueText(value, parameter, input)
  const isMinimum = parameter.kind === 'minimum' || parameter.kind === 'minimums'
  return isMinimum ? `, for at least ${text}` : `, ${name.replaceAll('_', ' ')} ${text}`
}

/** Leaves out defaults and the values that leaves bind. */
function isTelling(parameter: ActionParameter, value: AbiValue): boolean {
  switch (parameter.kind) {
    case 'minimum':
    case 'minimums':
    case 'amounts':
      return true
    case 'amount':
      return value !== 0n
    case 'integer':
    case 'flag':
      return parameter.fact === undefined && value !== parameter.fallback
    default:
      return false
  }
}

type SentenceInput = { readonly resolved: ResolvedAction; readonly session: BuildSession }

/** Spells a value: at once unless the unit of a token has to be known. */
function valueText(
  value: AbiValue,
  parameter: ActionParameter,
  input: SentenceInput,
): string | Promise<string> {
  const { context } = input.session
  switch (parameter.kind) {
    case 'amount':
    case 'minimum':
      return amountText(value, { unit: parameter.unit, at: 0 }, input)
    case 'amounts':
    case 'minimums': {
      if (typeof value !== 'object') return textOfValue(value)
      const amountTexts = value.map((one, at) =>
        amountText(one, { unit: parameter.unit, at }, input),
      )
      return Promise.all(amountTexts).then((texts) => texts.join(' and '))
    }
    case 'deadline':
      return `unix second ${value}`
    case 'actions':
      return 'the actions inside'
    case 'bytes':
      return typeof value === 'string' ? `${value.length / 2 - 1} bytes` : textOfValue(value)
    default: {
      const text = textOfValue(value)
      const label = labelOf(parameter, text, context)
      return label === null ? text : distinctText(label, text, input)
    }
  }
}

/** Of two accounts of one sentence that people call the same, each goes with its address. */
function distinctText(
  label: string,
  account: string,
  { resolved, session }: SentenceInput,
): string {
  const isTwin = actionParametersOf(resolved.selection.action).some(([name, parameter]) => {
    const { [name]: value } = resolved.values
    if (parameter.kind !== 'token' && parameter.kind !== 'account') return false
    if (typeof value !== 'string' || isSameAddress(value, account as Address)) return false
    return labelOf(parameter, value, session.context) === label
  })
  return isTwin ? `${label} (${account})` : label
}

async function amountText(
  value: AbiValue,
  { unit, at: index }: UnitAt,
  input: SentenceInput,
): Promise<string> {
  const { session, resolved } = input
  if (typeof value !== 'bigint') return textOfValue(value)
  if (typeof unit !== 'string') return printGrouped(value, unit.decimals)
  const token = tokenOf(resolved.values, unit, index)
  const tokenUnit =
    token === null ? nativeUnitOf(session.context.chainId) : await session.unitOf(token)
  const symbol = tokenUnit?.symbol ?? null
  const name =
    symbol === null || token === null ? (symbol ?? token ?? '') : distinctText(symbol, token, input)
  if (value === maxAmount) return `max ${name}`
  return tokenUnit === null
    ? `${value} base units of ${name}`
    : `${printGrouped(value, tokenUnit.decimals)} ${name}`
}

/** Says what an approval does: `Approve 1,000 USDC for Pool`. */
export async function approvalSentenceOf(
  { pair, amount, isThing }: Pick<PlannedApproval, 'pair' | 'amount' | 'isThing'>,
  session: BuildSession,
): Promise<string> {
  const { token, spender, drone, keeper } = pair
  const { labelOf } = session.context.knownFacts
  const label = labelOf(spender)
  const by = actorClause(drone, session)
  const account = label === null ? spender : `${sanitizeName(label)} (${spender})`
  const to =
    keeper === 'permit2' ? `${account} at Permit2, for this block alone${by}` : account + by
  const thing = labelOf(token)
  const called = thing === null ? token : trustedName(thing, token, session.context)
  if (isThing === true) return `Approve ${called} #${amount} for ${to}`
  const unit = await session.unitOf(token)
  const name = unit?.symbol ?? token
  if (amount === 0n) return `Take back the allowance of ${name} for ${to}`
  if (amount === maxAmount) return `Approve ${name} without a limit for ${to}`
  const quantity = unit === null ? `${amount} base units of` : printGrouped(amount, unit.decimals)
  return `Approve ${quantity} ${name} for ${to}`
}
