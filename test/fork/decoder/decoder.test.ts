import type { Address, Hex } from '@vaultwright/base'
import { compareDecoder, readPackedArguments } from '@vaultwright/chain'
import {
  type CompiledRule,
  callNotesOf,
  type DecoderRead,
  type PackOutcome,
  packArguments,
  rulesOfDecoder,
  selectorOf,
} from '@vaultwright/manager'
import { decodeRevert } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { decodeAbiParameters, isAddressEqual, numberToHex, size } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calldataOf } from '../../../scripts/vector/packed.mjs'
import { openRandom, type Random } from '../../../scripts/vector/random.mjs'
import { runsOf } from '../../support/runs.ts'
import { safetyPage } from '../safety-page.ts'
import { type DecoderChain, deployable, openDecoderChain, roles } from './deployed-decoder.ts'
import { listedTokens, responderWordOf } from './responder.ts'

/** Calldata of each function; a campaign draws more. */
const runs = Math.max(20, runsOf(1 / 100))
const manager = roles.manager!

let world: DecoderChain
const addresses = new Map<string, Address>()
const counts = { packed: 0, refused: 0, malformed: 0, unread: 0, unfit: 0, open: 0, rules: 0 }

beforeAll(async () => {
  world = await openDecoderChain()
  for (const { contract, takes } of deployable) {
    addresses.set(contract, await world.deploy(contract, takes))
  }
})

afterAll(async () => {
  await world?.anvil.close()
  console.log(
    `decoders: ${addresses.size} contracts, ${counts.rules} functions, ${runs} calldata each; ${counts.packed} packed alike, ${counts.refused} refused by both as the rule says (${counts.unfit} of them for a damaged word first), ${counts.malformed} malformed and refused by both; ${counts.unread} of those packed alike were damaged; compareDecoder left ${counts.open} open`,
  )
})

describe('fuzzed calldata is packed by the contract as by its rule', () => {
  for (const decoder of deployable) {
    test(decoder.contract, () => comparedAll(decoder), 600_000)
  }
})

test('golden: the page of safety says how many contracts there are', () => {
  expect(safetyPage).toContain(`${addresses.size} decoder contracts get calldata at random`)
})

type Drawn = {
  readonly rule: CompiledRule
  readonly data: Hex
  readonly isMutated: boolean
  readonly outcome: PackOutcome
  /** The calldata names a contract to read that is not there. */
  readonly isUnread: boolean
}

async function comparedAll(decoder: (typeof deployable)[number]): Promise<void> {
  const { contract, rules } = decoder
  const to = addresses.get(contract)!
  const drawn = rules.flatMap((name) =>
    rulesOfDecoder(ruleBook, name).flatMap((rule) => drawnOf(contract, name, rule)),
  )
  const block = await world.chain.readBlock('latest')
  for (let from = 0; from < drawn.length; from += 200) {
    const part = drawn.slice(from, from + 200)
    const calls = part.map(({ data }) => ({ to, data, from: manager }))
    const answers = await world.chain.readCalls(calls, block)
    for (const [index, drawnCase] of part.entries()) assertAlike(drawnCase, answers[index]!)
  }
  for (const sample of drawn.filter((_, index) => index % runs === 0)) {
    const answer = await readPackedArguments(
      { chain: world.chain, block, from: manager },
      to,
      sample.data,
    )
    const findings = compareDecoder({ decoder: to, calldata: sample.data }, answer)
    if (sample.outcome.ok && !sample.isUnread) {
      expect(answer, sample.rule.signature).toEqual({ ok: true, packed: sample.outcome.packed })
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    }
    counts.open += findings.filter(({ code }) => code === 'decoder_not_compared').length
  }
}

/** Half of them well formed, half of them damaged. */
function drawnOf(contract: string, name: string, rule: CompiledRule): readonly Drawn[] {
  counts.rules++
  const random = openRandom(seedOf(`${contract} ${name} ${rule.signature}`))
  const { signature } = rule.wordings[0]!
  return Array.from({ length: runs }, (_, index) => {
    const plain = calldataOf({ name, signature, random })
    const isMutated = index % 2 === 1 && size(plain) > 4
    const data = isMutated ? mutated(plain, random) : plain
    const { outcome, isUnread } = answered(rule, data)
    return { rule, data, isMutated, outcome, isUnread }
  })
}

function assertAlike(
  { rule, data, isMutated, outcome, isUnread }: Drawn,
  answer: { readonly ok: boolean; readonly data: Hex },
): void {
  const about = `${rule.decoders[0]} ${rule.signature} ${data}`
  if (isUnread) {
    expect(answer.ok, `${about}: nothing is there to read`).toBe(false)
    return
  }
  if (outcome.ok) {
    if (!answer.ok) expect.fail(`${about}: the contract reverts with ${answer.data}`)
    expect(decodeAbiParameters([{ type: 'bytes' }], answer.data), about).toEqual([outcome.packed])
    counts.packed++
    if (isMutated) counts.unread++
    return
  }
  if (outcome.reason === 'needs_reads') expect.fail(`${about}: reads are missing`)
  if (outcome.reason === 'reverts') {
    expect(answer.ok, `${about}: ${outcome.message}`).toBe(false)
    const { error } = outcome
    const notes = callNotesOf({ target: manager, value: 0n, data }, null, ruleBook)
    const isUnfit = notes.some(({ kind }) => kind === 'unread_value')
    // Of two faults the contract may come to the other one first, which has no name.
    if (isUnfit && answer.data === '0x') counts.unfit++
    else if (error !== null && error !== 'Panic') {
      expect(answer.data, about).toBe(selectorOf(`${error}()`))
      expect(decodeRevert(answer.data).name, about).toBe(error)
    }
    counts.refused++
    return
  }
  expect(isMutated, `${about}: ${outcome.message}`).toBe(true)
  expect(answer.ok, `${about}: only the rule refuses. ${outcome.message}`).toBe(false)
  counts.malformed++
}

/** The rule's answer, with what the contracts that it reads would say. */
function answered(rule: CompiledRule, data: Hex): Pick<Drawn, 'outcome' | 'isUnread'> {
  const values: Record<string, Hex | readonly Hex[]> = {}
  let isUnread = false
  for (;;) {
    const outcome = packArguments(rule, data, values)
    const missing = outcome.ok
      ? outcome.unverified.flatMap(({ reads }) => reads)
      : outcome.reason === 'needs_reads'
        ? outcome.reads
        : []
    if (missing.length === 0) return { outcome, isUnread }
    for (const reading of missing) {
      values[reading.key] = readAnswer(reading)
      isUnread ||=
        reading.address !== null && !isAddressEqual(reading.address, roles.weirollWallet!)
    }
  }
}

const ownAnswers: Readonly<Record<string, string>> = {
  'boringVault()': 'vault',
  'caller()': 'manager',
  'oneInchExecutor()': 'executor',
  'odosExecutor()': 'executor',
  'domainSeparator()': 'orderDomain',
  'appData()': 'orderDocument',
  'maxLife()': 'orderLife',
  'timestamp()': 'clock',
}

function readAnswer(read: DecoderRead): Hex | readonly Hex[] {
  const role = ownAnswers[read.function]
  if (role !== undefined) return roles[role]!
  if (read.type.endsWith('[]')) return listedTokens
  const [first = '0'] = read.arguments
  return numberToHex(responderWordOf(read.position) | (BigInt(first) & 0xffffn), { size: 20 })
}

/** Cut short, followed by more, or with one byte or one word changed to what damages encodings most. */
function mutated(data: Hex, random: Random): Hex {
  const offset = 4 + random.below(size(data) - 4)
  if (random.isTrue(0.2)) return data.slice(0, 2 + 2 * offset) as Hex
  if (random.isTrue(0.15)) return `${data}${data.slice(2, 4 + 2 * random.below(64))}` as Hex
  if (random.isTrue(0.2)) return withWord(data, offset - ((offset - 4) % 32), random)
  const byte = random.pick([0, 1, 255, 32, random.below(256)])
  const digits = byte.toString(16).padStart(2, '0')
  return `${data.slice(0, 2 + 2 * offset)}${digits}${data.slice(4 + 2 * offset)}` as Hex
}

/** One word becomes a negative or a small number, or a word above what narrower types hold. */
function withWord(data: Hex, at: number, random: Random): Hex {
  const small = BigInt(random.below(32 * 12))
  const word = random.pick([2n ** 256n - 1n - small, small, 2n ** 255n, 2n ** 160n + small])
  const digits = word.toString(16).padStart(64, '0')
  return `${data.slice(0, 2 + 2 * at)}${digits}${data.slice(66 + 2 * at)}` as Hex
}

function seedOf(text: string): number {
  let seed = 0
  for (const character of text) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0
  return seed
}
