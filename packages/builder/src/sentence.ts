import { type Address, isSameAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Parameter } from '@vaultwright/protocols'
import { maxAmount, printGrouped } from './amount.ts'
import type { Desk } from './desk.ts'
import type { Filled } from './fill.ts'
import { type Count, tokenOf } from './fill-amount.ts'
import { labelOf } from './label.ts'
import { calldataLeastOf } from './own-call.ts'
import { nativeUnitOf } from './token-unit.ts'
import { textOfValue } from './value-text.ts'

/**
 * Says what an action does, with its values: `Supply 1,000 USDC to Aave v3`.
 *
 * @param filled - the action with its values.
 * @param desk - what is known.
 * @returns one sentence without a full stop.
 */
export async function sentenceOf(filled: Filled, desk: Desk): Promise<string> {
  const { sentence, parameters } = filled.selection.action
  let text = ''
  let from = 0
  for (const found of sentence.matchAll(/\{(\w+)\}/g)) {
    const name = found[1]!
    const parameter = parameters[name]
    const value = filled.values[name]
    const said =
      value === undefined
        ? found[0]
        : parameter === undefined
          ? textOfValue(value)
          : await sayValue(value, parameter, { filled, desk })
    text += sentence.slice(from, found.index) + said
    from = found.index + found[0].length
  }
  const { drone } = filled.selection.combination.permissions[0]!
  const least = await leastSaid(filled, desk)
  const rest = await restSaid(filled, desk)
  return text + sentence.slice(from) + least + rest + byWhom(drone, desk)
}

/**
 * Says which drone acts, behind a sentence.
 *
 * @param drone - null for the vault itself.
 * @param desk - what is known.
 * @returns nothing for the vault.
 */
export function byWhom(drone: Address | null, { context }: Desk): string {
  if (drone === null) return ''
  const label = labelOf(null, drone, context) ?? 'drone'
  return ` (by ${label.includes(drone) ? label : `${label} ${drone}`})`
}

/** Calldata of a third party says itself what it must buy; whoever signs should see it. */
async function leastSaid(filled: Filled, desk: Desk): Promise<string> {
  const least = calldataLeastOf(filled)
  if (least === null) return ''
  const said = await sayAmount(least, { unit: 'token_out', at: 0 }, { filled, desk })
  return `, for at least ${said}`
}

/** What is given or paid beside what the sentence names: whoever signs should see it, too. */
async function restSaid(filled: Filled, desk: Desk): Promise<string> {
  const { action } = filled.selection
  const named = new Set([...action.sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const said = Object.entries(action.parameters).map(async ([name, parameter]) => {
    const value = filled.values[name]
    if (named.has(name) || value === undefined || !isTelling(parameter, value)) return ''
    const text = await sayValue(value, parameter, { filled, desk })
    const isLeast = parameter.kind === 'minimum' || parameter.kind === 'minimums'
    return isLeast ? `, for at least ${text}` : `, ${name.replaceAll('_', ' ')} ${text}`
  })
  return (await Promise.all(said)).join('')
}

/** What is as it is when nobody says anything, and what leaves bind, needs no words. */
function isTelling(parameter: Parameter, value: AbiValue): boolean {
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

type Speech = { readonly filled: Filled; readonly desk: Desk }

async function sayValue(value: AbiValue, parameter: Parameter, speech: Speech): Promise<string> {
  const { context } = speech.desk
  switch (parameter.kind) {
    case 'amount':
    case 'minimum':
      return sayAmount(value, { unit: parameter.unit, at: 0 }, speech)
    case 'amounts':
    case 'minimums': {
      if (typeof value !== 'object') return textOfValue(value)
      const said = value.map((one, at) => sayAmount(one, { unit: parameter.unit, at }, speech))
      return (await Promise.all(said)).join(' and ')
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
      return label === null ? text : toldApart(label, text, speech)
    }
  }
}

/** Of two accounts of one sentence that people call the same, each goes with its address. */
function toldApart(label: string, account: string, { filled, desk }: Speech): string {
  const isTwin = Object.entries(filled.selection.action.parameters).some(([name, parameter]) => {
    const { [name]: value } = filled.values
    if (parameter.kind !== 'token' && parameter.kind !== 'account') return false
    if (typeof value !== 'string' || isSameAddress(value, account as Address)) return false
    return labelOf(parameter, value, desk.context) === label
  })
  return isTwin ? `${label} (${account})` : label
}

async function sayAmount(value: AbiValue, { unit, at }: Count, speech: Speech): Promise<string> {
  const { desk, filled } = speech
  if (typeof value !== 'bigint') return textOfValue(value)
  if (typeof unit !== 'string') return printGrouped(value, unit.decimals)
  const token = tokenOf(filled.values, unit, at)
  const found = token === null ? nativeUnitOf(desk.context.chainId) : await desk.unitOf(token)
  const symbol = found?.symbol ?? null
  const name =
    symbol === null || token === null ? (symbol ?? token ?? '') : toldApart(symbol, token, speech)
  if (value === maxAmount) return `max ${name}`
  return found === null
    ? `${value} base units of ${name}`
    : `${printGrouped(value, found.decimals)} ${name}`
}
