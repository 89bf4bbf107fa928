import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import {
  canonicalSignatureOf,
  type DecoderRead,
  type DecoderReadValue,
  type PackOutcome,
  packArguments,
  rulesOfDecoder,
} from '@vaultwright/manager'
import { pricedRuleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'

type PricedVectors = {
  readonly clock: number
  readonly domain: Hex
  readonly appData: Hex
  readonly tokens: readonly Address[]
  readonly decoders: readonly string[]
  readonly functions: readonly string[]
  readonly calldatas: readonly Hex[]
  readonly sold: readonly Address[]
  readonly bought: readonly Address[]
  readonly amounts: readonly Hex[]
  readonly bounds: readonly Hex[]
  readonly soldStates: readonly number[]
  readonly boughtStates: readonly number[]
  readonly outcomes: readonly string[]
  readonly packed: readonly Hex[]
}

const file = new URL('../../../../fixtures/vectors/priced.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as PricedVectors

const answers: Readonly<Record<string, DecoderReadValue>> = {
  'domainSeparator()': vectors.domain,
  'appData()': vectors.appData,
  'maxLife()': 604_800n,
  'timestamp()': BigInt(vectors.clock),
}

/** The answer of the decoder in a case: the forge test holds contracts to the same numbers. */
function answerTo({ function: fn, arguments: args, key }: DecoderRead, index: number) {
  const isOf = (token: Address) => BigInt(args[0]!) === BigInt(token)
  if (fn === 'coinOf(int128)') return vectors.tokens[Number(args[0])]!
  if (fn === 'priceStateOf(address)') {
    const isSold = isOf(vectors.sold[index]!)
    return BigInt(isSold ? vectors.soldStates[index]! : vectors.boughtStates[index]!)
  }
  if (fn === 'boundOf(address,address,uint256)') {
    expect(args.map(BigInt)).toEqual(
      [vectors.sold[index]!, vectors.bought[index]!, vectors.amounts[index]!].map(BigInt),
    )
    return BigInt(vectors.bounds[index]!)
  }
  const answer = answers[key]
  if (answer === undefined) throw new Error(`${key} is not in the file.`)
  return answer
}

function outcomeOf(index: number): PackOutcome {
  const signature = canonicalSignatureOf(vectors.functions[index]!)
  const rules = rulesOfDecoder(pricedRuleBook, vectors.decoders[index]!)
  const rule = rules.find((candidate) => candidate.signature === signature)!
  const reads: Record<string, DecoderReadValue> = {}
  for (;;) {
    const outcome = packArguments(rule, vectors.calldatas[index]!, reads)
    const missing = outcome.ok
      ? outcome.unverified.flatMap((check) => check.reads)
      : outcome.reason === 'needs_reads'
        ? outcome.reads
        : []
    if (missing.length === 0) return outcome
    for (const reading of missing) reads[reading.key] = answerTo(reading, index)
  }
}

test('golden: at the bound rules pack, below it and without a price they revert by the same names', () => {
  expect(vectors.calldatas.length).toBeGreaterThan(100)
  for (const [index, expected] of vectors.outcomes.entries()) {
    const outcome = outcomeOf(index)
    const about = `${vectors.decoders[index]} ${vectors.functions[index]} ${index}`
    const name = outcome.ok ? 'packed' : 'error' in outcome ? outcome.error : outcome.reason
    expect(name, about).toBe(expected)
    if (outcome.ok) expect(outcome.packed, about).toBe(vectors.packed[index])
  }
})

test('law: every function that binds a price has a case that packs and one that is below the bound', () => {
  const kinds = (wanted: string) =>
    new Set(
      vectors.functions.flatMap((signature, index) =>
        vectors.outcomes[index] === wanted ? [`${vectors.decoders[index]} ${signature}`] : [],
      ),
    )
  expect(kinds('packed')).toEqual(kinds('LeastBelowFair'))
  expect(kinds('packed').size).toBe(8)
})
