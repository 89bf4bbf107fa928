import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AmountParameter, AmountsParameter, UnitSource } from '@vaultwright/protocols'
import { multicall3Address, nativeAsset } from '@vaultwright/registry'
import type { InputReading } from '../value/account-input.ts'
import { maxAmount } from '../value/amount.ts'
import {
  readAmountText,
  readBaseUnits,
  readDecimalText,
  readList,
} from '../value/parameter-input.ts'
import { type ActionDraft, lengthOf, noteMissing, noteProblem, noteUnread } from './action-draft.ts'
import { chainHintOf } from './build-session.ts'
import { nativeUnitOf, type TokenUnit } from './token-unit.ts'

/** Fills in an amount: as given, by default, or all that the account has. */
export async function resolveAmount(
  draft: ActionDraft,
  name: string,
  parameter: AmountParameter,
): Promise<void> {
  const input = draft.selection.deferred[name] ?? parameter.fallback
  if (input === undefined) {
    // Its question may name other amounts: it is asked once they stand.
    if (parameter.quote !== undefined) return
    if (parameter.all === undefined) return noteMissing(draft, name)
    return resolveWholeBalance(draft, name, parameter)
  }
  const text = readAmountText(input, parameter)
  if (!text.ok) return noteProblem(draft, name, { ...text, input })
  if (text.value === 'max') {
    draft.values[name] = maxAmount
    return
  }
  const amount = await amountOf(draft, text.value, { unit: parameter.unit, at: 0 })
  if (amount === null) return
  if (!amount.ok) return noteProblem(draft, name, { ...amount, input })
  if (amount.value === 0n && movesNothing(name, parameter)) {
    const msg = 'An amount of zero moves nothing. Give more than 0.'
    return noteProblem(draft, name, { ok: false, type: 'greater_than', msg, input })
  }
  draft.values[name] = amount.value
}

/** Fees, bounds and one side of a pair may be zero; what an action moves may not. */
function movesNothing(name: string, { takesZero, fallback, quote }: AmountParameter): boolean {
  if (takesZero === true || fallback !== undefined || quote !== undefined) return false
  return name === 'amount' || name === 'shares'
}

/** Fills in one amount for each token of a list. */
export async function resolveAmounts(
  draft: ActionDraft,
  name: string,
  parameter: Pick<AmountsParameter, 'unit'>,
): Promise<void> {
  const input = draft.selection.deferred[name]
  if (input === undefined) return noteMissing(draft, name)
  const amounts = await amountsOf(draft, input, parameter.unit)
  if (amounts === null) return
  if (amounts.ok) draft.values[name] = amounts.value
  else noteProblem(draft, name, { ...amounts, input })
}

/**
 * Reads a list of amounts.
 *
 * @returns base units, what is wrong, or null where the units are not known and that was noted.
 */
export async function amountsOf(
  draft: ActionDraft,
  input: unknown,
  unit: UnitSource,
): Promise<InputReading<readonly bigint[]> | null> {
  const texts = readList(input, readDecimalText)
  if (!texts.ok) return texts
  const length = lengthOf(draft.selection.action, draft.values, unit)
  if (length !== null && length !== texts.value.length) {
    const msg = `There are ${texts.value.length} amounts for ${length} tokens. Give one for each.`
    return { ok: false, type: 'list_length', msg }
  }
  const baseUnits: bigint[] = []
  for (const [index, text] of texts.value.entries()) {
    const amount = await amountOf(draft, text, { unit, at: index })
    if (amount === null) return null
    if (!amount.ok) return { ...amount, msg: `Item ${index + 1}: ${amount.msg}` }
    baseUnits.push(amount.value)
  }
  return { ok: true, value: baseUnits }
}

/** The unit of an amount, and its index in a list of tokens. */
export type UnitAt = { readonly unit: UnitSource; readonly at: number }

/**
 * Reads an amount once its unit is known.
 *
 * @returns base units, what is wrong, or null where the token is not known and that was noted.
 */
export async function amountOf(
  draft: ActionDraft,
  text: string,
  { unit, at: index }: UnitAt,
): Promise<InputReading<bigint> | null> {
  const token = tokenOf(draft.values, unit, index)
  const tokenUnit = await unitFor(draft, unit, token)
  if (tokenUnit === 'unset') return null
  if (tokenUnit === null) {
    const way = 'Give the lock file or the fact'
    const { session } = draft.scope
    const type = 'decimals_unknown'
    if (session.readContract === null) {
      const msg = `The decimals of ${token} are not known. ${way}, or ${chainHintOf(session)}.`
      return { ok: false, type, msg, isReadable: true }
    }
    const msg = `The decimals of ${token} are not known, and the token does not tell. ${way}.`
    return { ok: false, type, msg }
  }
  const dispute = disputeOf(tokenUnit, token)
  if (dispute !== null) return dispute
  return readBaseUnits(text, tokenUnit.decimals)
}

/**
 * Names the token that an amount is counted in.
 *
 * @returns the token; null for the native coin, bare numbers and tokens that are not known.
 */
export function tokenOf(
  values: Readonly<Record<string, AbiValue>>,
  unit: UnitSource,
  at: number,
): Address | null {
  if (typeof unit !== 'string' || unit === 'native') return null
  const value = values[unit]
  const token = typeof value === 'object' ? value[at] : value
  return typeof token === 'string' ? (token as Address) : null
}

/** An amount in the wrong decimals is another amount. */
function disputeOf({ decimals, disputed }: TokenUnit, token: Address | null) {
  if (disputed === undefined) return null
  const msg = `The chain says that ${token} has ${disputed} decimals, and what is known says ${decimals}. Check the lock file, the definition or --decimals, and the chain.`
  return { ok: false, type: 'contradicts_chain', msg } as const
}

async function unitFor(
  draft: ActionDraft,
  unit: UnitSource,
  token: Address | null,
): Promise<TokenUnit | null | 'unset'> {
  const { unitOf, context } = draft.scope.session
  if (typeof unit !== 'string') return { symbol: null, resetsApproval: false, ...unit }
  if (unit === 'native') return nativeUnitOf(context.chainId)
  return token === null ? 'unset' : unitOf(token)
}

async function resolveWholeBalance(
  draft: ActionDraft,
  name: string,
  parameter: AmountParameter,
): Promise<void> {
  const { readContract, context } = draft.scope.session
  if (readContract === null) {
    return noteUnread(
      draft,
      name,
      (hint) => `Give the amount, or ${hint}: then it is all that there is.`,
    )
  }
  const unit = parameter.all === 'balance' ? parameter.unit : parameter.all!.balanceOf
  const named = tokenOf(draft.values, unit, 0)
  if (named === null && unit !== 'native') return
  const token = named !== null && isSameAddress(named, nativeAsset) ? null : named
  const owner = token === null ? context.vault : draft.self
  const reading = readContract({
    ...(token === null
      ? { to: multicall3Address, call: 'getEthBalance(address)' }
      : { to: token, call: 'balanceOf(address)' }),
    // What a call carries comes from the vault, also when a drone passes it on.
    arguments: [owner],
    returns: '(uint256)',
  })
  const [balance, counted] = await Promise.all([reading, unitFor(draft, unit, token)])
  if (typeof balance !== 'bigint') {
    return noteMissing(
      draft,
      name,
      `Give the amount: ${token ?? 'the chain'} does not tell the balance.`,
    )
  }
  if (balance === 0n) {
    const what = (counted === 'unset' ? null : counted?.symbol) ?? token ?? 'native coin'
    const msg = `${owner} holds no ${what}. Give an amount, or leave the action out.`
    return noteProblem(draft, name, { ok: false, type: 'nothing_to_use', msg, input: undefined })
  }
  const dispute = counted === null || counted === 'unset' ? null : disputeOf(counted, token)
  if (dispute !== null) return noteProblem(draft, name, { ...dispute, input: undefined })
  draft.values[name] = balance
  if (!draft.scope.isFirst) draft.warnings.push(earlierBalance(name, balance))
}

function earlierBalance(name: string, balance: bigint): Finding {
  return {
    code: 'balance_before_batch',
    severity: 'warning',
    leaf: null,
    message: `${name} is the balance before the batch; actions in front of this one may change it. Give the amount if they do.`,
    facts: { parameter: name, balance: String(balance) },
  }
}
