import { type Address, isAddressText, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { Numbering } from '@vaultwright/protocols'
import { chains, type NameLookup, printBrief, shortAddress } from '@vaultwright/registry'
import { compareText } from '../leaf/leaf-identity.ts'
import { functionText, plainText } from '../leaf/sentence.ts'
import type { DiffSet, SetValues } from './diff-set.ts'
import type { SetParameter } from './set-parameter.ts'

/** Options of printed accounts. */
export type SetWords = { readonly names: NameLookup; readonly whole: boolean }

/** The number of values of a set that are spelled out before they are counted. */
const spelledOut = 4
const shownOfMany = 2

/**
 * Says the accounts that a set calls, and the values that it binds.
 *
 * @returns as in `1inch v5` and `sell MORPHO → 15 tokens (WETH, USDC, …)`; what is not of the registry first.
 */
export function setText(
  set: DiffSet,
  words: SetWords,
): { readonly target: string; readonly values: string } {
  const targets: string[] = []
  const values: { readonly order: number; readonly text: string }[] = []
  for (const dimension of set.values) {
    const isTarget = ({ kind }: SetParameter) => kind === 'target'
    const hasOthers = dimension.parameters.some((each) => !isTarget(each))
    const isMany = dimension.tuples.length > 1
    const isPaired = isMany && hasOthers && dimension.parameters.some(isTarget)
    if (dimension.parameters.some(isTarget)) targets.push(targetText(dimension, words))
    if (isPaired) targets.push('as pairs')
    if (hasOthers) values.push(...dimensionTexts(dimension, isMany, words))
  }
  values.sort((one, other) => one.order - other.order)
  const drone = set.isDrone && set.route === null ? 'through a drone' : ''
  const texts = [...tradeTexts(values.map(({ text }) => text)), drone].filter((text) => text !== '')
  return { target: targets.join(' '), values: texts.join(', ') }
}

/** Names what leaves of a set call: its action, or the function where no action describes them. */
export function callText(set: DiffSet): string {
  if (set.route === null) return `${functionText(set.signature)} (no action describes it)`
  return set.isPossible ? `possibly ${set.route}` : set.route
}

/** Prints a list of values: a few spelled out, of many how many and the first. */
export function listOf(texts: readonly string[], noun: string): string {
  if (texts.length <= spelledOut) return texts.join(', ')
  return `${texts.length} ${noun} (${texts.slice(0, shownOfMany).join(', ')}, …)`
}

/** Prints the chain that a bridge has a number for. */
export function networkText(numbering: Numbering | null, number: string): string {
  const fields = {
    layer_zero: 'layerZeroEid',
    cctp: 'cctpDomain',
    ccip: 'ccipSelector',
    chain_id: 'id',
  } as const
  if (numbering === null) return number
  const chain = chains.find((each) => String(each[fields[numbering]]) === number)
  return chain?.name ?? `chain ${number} of ${numbering.replaceAll('_', ' ')}`
}

function targetText({ parameters, readings }: SetValues, words: SetWords): string {
  const index = parameters.findIndex(({ kind }) => kind === 'target')
  const texts = valueTexts(
    readings.map((reading) => reading[index]!),
    parameters[index]!,
    words,
  )
  return listOf(texts, 'accounts')
}

type OrderedText = { readonly order: number; readonly text: string }

/** One text a parameter where it has one value, else one for all values that change together. */
function dimensionTexts(
  dimension: SetValues,
  isMany: boolean,
  words: SetWords,
): readonly OrderedText[] {
  const shown = dimension.parameters.flatMap((parameter, index) =>
    parameter.kind === 'target' ? [] : [{ parameter, index }],
  )
  const merged = mergeSides(shown)
  if (!isMany || merged.length === 1) {
    return merged.map(({ name, parts }) => {
      const readings = dimension.readings.map((reading) =>
        parts.map(({ index }) => reading[index]!),
      )
      const lists = parts.map(({ parameter }, place) =>
        valueTexts(
          readings.map((reading) => reading[place]!),
          parameter,
          words,
        ),
      )
      const text =
        parts.length === 1
          ? listOf(lists[0]!, nounOf(parts[0]!.parameter))
          : listOf(
              pairTexts(
                readings,
                parts.map(({ parameter }) => parameter),
                words,
              ),
              'changes',
            )
      return {
        order: parts[0]!.parameter.at ?? 0,
        text: `${labelOf(name, parts)}${text}`,
      }
    })
  }
  const telling = tellingOf(merged)
  const rows = dimension.readings.map((reading) =>
    telling
      .map(({ parts }) =>
        parts
          .map(({ parameter, index }) => valueText(reading[index]!, parameter, words))
          .join(' → '),
      )
      .join(isTrade(telling) ? ' → ' : '/'),
  )
  const order = telling[0]!.parts[0]!.parameter.at ?? 0
  const between = isTrade(telling) ? betweenText(dimension, telling, words) : null
  if (between !== null) return [{ order, text: between }]
  const noun = telling.length === 2 ? 'pairs' : 'entries'
  const prefix = isTrade(telling)
    ? 'sell '
    : `${telling.map(({ name }) => plainName(name)).join('/')} `
  return [{ order, text: `${prefix}${listOf([...new Set(rows)].sort(byNamed), noun)}` }]
}

type ShownParameter = { readonly parameter: SetParameter; readonly index: number }
type MergedParameter = { readonly name: string; readonly parts: readonly ShownParameter[] }

/** Merges both sides whose texts are the same. */
function mergeSides(shown: readonly ShownParameter[]): readonly MergedParameter[] {
  const byName = new Map<string, ShownParameter[]>()
  for (const each of shown) {
    const name = each.parameter.name ?? ''
    const parts = byName.get(name)
    if (parts === undefined) byName.set(name, [each])
    else parts.push(each)
  }
  return [...byName].map(([name, parts]) => ({ name, parts }))
}

/** Of values that change together, tokens tell them apart for a person, else all do. */
function tellingOf(merged: readonly MergedParameter[]): readonly MergedParameter[] {
  const tokens = merged.filter(({ parts }) => parts[0]!.parameter.kind.startsWith('token'))
  return tokens.length > 0 ? tokens : merged.slice(0, 3)
}

function isTrade(telling: readonly MergedParameter[]): boolean {
  const [sold, bought] = telling.map(({ name }) => name)
  return telling.length === 2 && sold === 'token_in' && bought === 'token_out'
}

/** All ordered pairs of some tokens are said as such. */
function betweenText(
  { readings }: SetValues,
  telling: readonly MergedParameter[],
  words: SetWords,
): string | null {
  const [sold, bought] = telling.map(({ parts }) => parts[0]!.index)
  const tokens = new Set(readings.flatMap((reading) => [reading[sold!]!, reading[bought!]!]))
  const pairs = new Set(readings.map((reading) => `${reading[sold!]} ${reading[bought!]}`))
  const isEach = readings.every((reading) => reading[sold!] !== reading[bought!])
  if (!isEach || pairs.size !== tokens.size * (tokens.size - 1) || tokens.size < 3) return null
  const texts = valueTexts([...tokens], telling[0]!.parts[0]!.parameter, words)
  return `swap between any 2 of ${listOf(texts, 'tokens')}`
}

/** `token_in` and `token_out` side by side read as a trade. */
function tradeTexts(texts: readonly string[]): readonly string[] {
  const sold = texts.find((text) => text.startsWith('token in '))
  const bought = texts.find((text) => text.startsWith('token out '))
  if (sold === undefined || bought === undefined) return texts
  const trade = `sell ${sold.slice('token in '.length)} → ${bought.slice('token out '.length)}`
  return [trade, ...texts.filter((text) => text !== sold && text !== bought)]
}

function pairTexts(
  readings: readonly (readonly string[])[],
  parameters: readonly SetParameter[],
  words: SetWords,
): readonly string[] {
  return readings.map((reading) => {
    const side = (wanted: SetParameter['side']) => {
      const index = parameters.findIndex((parameter) => parameter.side === wanted)
      return index < 0 ? 'none' : valueText(reading[index]!, parameters[index]!, words)
    }
    return `${side('before')} → ${side('after')}`
  })
}

/** The token that an action is about needs no label. */
function labelOf(name: string, [first, second]: readonly ShownParameter[]): string {
  const { kind, side } = first!.parameter
  if (kind === 'token' && side === 'both' && !/_(in|out)$/.test(name)) return ''
  const gone = side === 'before' && second === undefined ? ' no longer' : ''
  return `${plainName(name)}${gone} `
}

/** Of a rule's term the argument that it opens; of several rules the first one's. */
function plainName(name: string): string {
  const [first] = name.split(' or ') as [string]
  const opened = first.replace(/\w+\(([\w.]+), '[^']*'\)/g, '$1')
  return plainText(opened.replaceAll('_', ' ').trim())
}

function nounOf({ kind }: SetParameter): string {
  if (kind === 'token' || kind === 'tokens') return 'tokens'
  if (kind === 'network') return 'chains'
  return kind === 'account' || kind === 'target' ? 'accounts' : 'values'
}

/** Accounts that have one name go with their addresses. */
function valueTexts(values: readonly string[], parameter: SetParameter, words: SetWords) {
  const distinct = [...new Set(values)]
  const texts = distinct.map((value) => valueText(value, parameter, words))
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts
    .map((text, index) =>
      counts.get(text) === 1 ? text : `${text} ${shortAddress(distinct[index]!)}`,
    )
    .sort(byNamed)
}

/** Puts accounts without a name on record first: an address in them shows that. */
function byNamed(one: string, other: string): number {
  const rank = (text: string) => (text.includes('0x') ? 0 : 1)
  return rank(one) - rank(other) || compareText(one.toLowerCase(), other.toLowerCase())
}

function valueText(value: string, { kind, numbering }: SetParameter, words: SetWords): string {
  if (kind === 'network') return networkText(numbering, value)
  if (kind === 'word') return wordText(value, words)
  return value
    .split(',')
    .map((part) => accountText(part, words))
    .join(' → ')
}

function accountText(value: string, { names, whole }: SetWords): string {
  if (!isAddressText(value)) return plainText(value)
  if (isSameAddress(value as Address, zeroAddress)) return 'zero address'
  return printBrief(value as Address, names, { whole })
}

/** 32 bytes are an account where the first 12 are zero. */
function wordText(value: string, words: SetWords): string {
  const account = /^0x0{24}([0-9a-fA-F]{40})$/.exec(value)?.[1]
  if (account !== undefined) return accountText(`0x${account}`, words)
  return words.whole ? value : shortWord(value)
}

function shortWord(value: string): string {
  return value.length > 20 ? `${value.slice(0, 10)}…${value.slice(-4)}` : shortAddress(value)
}
