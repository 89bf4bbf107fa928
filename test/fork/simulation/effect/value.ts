import type { Address } from '@vaultwright/base'
import { maxAmount, parseUnits } from '@vaultwright/builder'
import { type AbiValue, parseAbiTuple } from '@vaultwright/manager'
import {
  type Action,
  type ActionInputValues,
  type CallerAccounts,
  parseFactCall,
  type QuoteCall,
  type UnitSource,
} from '@vaultwright/protocols'
import { type Hex, padHex } from 'viem'
import { type EffectChain, native } from './effect-chain.ts'

type KnownValues = { readonly [name: string]: AbiValue }

/** The work on a value: an action, who acts, what was given, and what is known of it so far. */
type ValueContext = {
  readonly effectChain: EffectChain
  readonly action: Action
  readonly place: CallerAccounts
  readonly given: Readonly<Record<string, unknown>>
}

/** Puts addresses where names of contracts are given, in lists as well; text otherwise. */
export function namesIn(effectChain: EffectChain, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((item) => namesIn(effectChain, item))
  if (typeof given !== 'string' || !effectChain.names.has(given)) return given
  return effectChain.of(given)
}

/** Reads the values of an action from what was given in display units; facts come from the chain. */
export async function valuesOf(work: ValueContext): Promise<ActionInputValues> {
  const bound: Record<string, AbiValue> = {}
  const names = Object.keys(work.action.parameters)
  const isQuoted = (name: string) =>
    work.given[name] === undefined && 'quote' in work.action.parameters[name]!
  const isAccount = (name: string) => {
    const { kind } = work.action.parameters[name]!
    return ['account', 'token', 'tokens', 'integer'].includes(kind) && !isQuoted(name)
  }
  const isUnitKnown = (name: string) => {
    const parameter = work.action.parameters[name]!
    const unit = 'unit' in parameter ? parameter.unit : 'native'
    return typeof unit !== 'string' || unit === 'native' || unit in bound
  }
  // Units and facts name other parameters, so accounts come first; what is quoted is asked of all others.
  const isOpen = (name: string) => isUnitKnown(name) && !isQuoted(name)
  const passes = [isAccount, isOpen, isQuoted, () => true]
  for (const pass of passes) {
    for (const name of names.filter((one) => !(one in bound))) {
      if (pass(name)) bound[name] = await readValue(name, work, bound)
    }
  }
  return { ...bound, ...work.place } as ActionInputValues
}

async function readValue(
  name: string,
  work: ValueContext,
  knownValues: KnownValues,
): Promise<AbiValue> {
  const parameter = work.action.parameters[name]!
  const input = work.given[name] ?? ('fallback' in parameter ? parameter.fallback : undefined)
  if (input === undefined && parameter.fact !== undefined) return factOf(name, work, knownValues)
  const quote = input === undefined ? await quoteOf(name, work, knownValues) : null
  if (quote !== null) return quote
  if (input === undefined && parameter.kind === 'amount' && parameter.all === 'balance') {
    const { unit } = parameter
    const token = unit === 'native' ? native : (knownValues[unit as string] as Address)
    return work.effectChain.balanceOf(token, work.place.self)
  }
  if (input === undefined) throw new Error(`${work.action.route} needs ${name}.`)
  switch (parameter.kind) {
    case 'amount':
    case 'minimum': {
      if (input === 'max') return maxAmount
      return parseUnits(String(input), await decimalsOf(parameter.unit, work, knownValues))
    }
    case 'amounts':
    case 'minimums': {
      const list = input as readonly string[]
      const { unit } = parameter
      const tokens = typeof unit === 'string' ? (knownValues[unit] as readonly Address[]) : null
      return Promise.all(
        list.map(async (text, at) =>
          parseUnits(
            text,
            tokens === null
              ? await decimalsOf(unit, work, knownValues)
              : await tokenDecimals(work.effectChain, tokens[at]!),
          ),
        ),
      )
    }
    case 'network':
    case 'integer':
      return BigInt(input as string)
    case 'integers':
      return (input as readonly string[]).map(BigInt)
    case 'deadline': {
      const { timestamp } = await work.effectChain.chain.readBlock('latest')
      return timestamp + BigInt(input as bigint)
    }
    case 'word':
      return padHex(input as Address, { size: 32 }).toLowerCase() as Hex
    default:
      return input as AbiValue
  }
}

async function decimalsOf(
  unit: UnitSource,
  { effectChain }: ValueContext,
  knownValues: KnownValues,
): Promise<number> {
  if (typeof unit === 'object') return unit.decimals
  return unit === 'native' ? 18 : tokenDecimals(effectChain, knownValues[unit] as Address)
}

/** The number of a token's decimals. */
export async function tokenDecimals(effectChain: EffectChain, token: Address): Promise<number> {
  if (token === native) return 18
  // Tokens of a collection have none: they are counted.
  const collections = ['Uniswap positions', 'unstETH', 'ether.fi withdrawals'].map(effectChain.of)
  if (collections.includes(token)) return 0
  return effectChain.ask([token, 'decimals() view returns (uint8)']) as Promise<number>
}

async function factOf(
  name: string,
  { effectChain, action }: ValueContext,
  knownValues: KnownValues,
): Promise<AbiValue> {
  const { of, call, returns } = action.parameters[name]!.fact!
  const to = knownValues[of] as Address
  const { signature } = parseFactCall(call)
  if (signature.endsWith('(uint256)'))
    return listOf(effectChain, to, `${signature} view returns ${returns}`)
  return answerTo(effectChain, { to, call, arguments: [], returns })
}

/** The chain's quote where no value was given; a minimum is less the slippage. */
async function quoteOf(
  name: string,
  work: ValueContext,
  knownValues: KnownValues,
): Promise<AbiValue | null> {
  const parameter = work.action.parameters[name]!
  if (!('quote' in parameter) || parameter.quote === undefined) return null
  const values = { ...knownValues, ...work.place } as ActionInputValues
  const quote = await answerTo(work.effectChain, parameter.quote(values))
  if (parameter.kind !== 'minimum') return quote
  const keptBps = 10_000n - BigInt(work.given.slippage_bps as string)
  return ((quote as bigint) * keptBps + 9_999n) / 10_000n
}

async function answerTo(effectChain: EffectChain, quote: QuoteCall): Promise<AbiValue> {
  const { signature, field } = parseFactCall(quote.call)
  const view = `${signature} view returns ${quote.returns}`
  const answer = await effectChain.ask([quote.to, view, quote.arguments])
  if (!Array.isArray(answer)) return answer as AbiValue
  const position = parseAbiTuple(quote.returns).fields.findIndex((one) => one.name === field)
  return answer[Math.max(position, 0)] as AbiValue
}

/** Asks for items from 0 on, until there is none. */
async function listOf(
  effectChain: EffectChain,
  account: Address,
  view: string,
): Promise<readonly Address[]> {
  const accounts: Address[] = []
  for (;;) {
    try {
      accounts.push((await effectChain.ask([account, view, [BigInt(accounts.length)]])) as Address)
    } catch {
      return accounts
    }
  }
}
