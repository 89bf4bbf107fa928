import {
  type CompiledRule,
  canPack,
  packArguments,
  rulesFor,
  rulesOfDecoder,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { bytesToHex, concat, decodeFunctionData, type Hex, hexToBytes, size } from 'viem'
import { expect, test } from 'vitest'
import { soundCallOf } from '../../../test/support/call/rule-input.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { encodeCall, sentinelCallOf, setAt } from '../../../test/support/sentinel.ts'

const samples = [...ruleBook.groups.keys()]
  .flatMap((selector) => rulesFor(ruleBook, selector))
  .map((rule) => {
    const call = soundCallOf(rule.decoders[0] ?? '', rule.rule.signature)
    const calldata = encodeCall(call)
    return { rule, item: call.item, calldata, bytes: hexToBytes(calldata) }
  })
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as Hex
})

function ruleOf(decoder: string, start: string): CompiledRule {
  const rules = rulesOfDecoder(ruleBook, decoder)
  return rules.find((candidate) => candidate.signature.startsWith(start))!
}

/** Packs a call of one rule with some arguments replaced. */
function packed(rule: CompiledRule, values: Readonly<Record<string, unknown>>): unknown {
  const call = sentinelCallOf(rule.rule.signature)
  for (const [path, value] of Object.entries(values)) setAt(call, path, value)
  const outcome = packArguments(rule, encodeCall(call))
  return outcome.ok ? outcome.packed : outcome
}

test('behavior: broken calldata is answered, never thrown at, and what is packed is whole', () => {
  let packedCount = 0
  const sample = fc.constantFrom(...samples)
  const damage = fc.record({ sample, at: fc.nat(4000), byte: fc.nat(255), cut: fc.nat(4000) })
  fc.assert(
    fc.property(damage, ({ sample: { rule, bytes }, at: offset, byte, cut }) => {
      const broken = bytes.slice(0, cut > 2000 ? bytes.length : cut)
      if (broken.length > 4) broken[4 + (offset % (broken.length - 4))] = byte
      const outcome = packArguments(rule, broken)
      if (!outcome.ok) return
      packedCount++
      const entries = size(outcome.packed) / 20
      expect(Number.isInteger(entries) && canPack(rule, entries)).toBe(true)
      expect(outcome.entries.length).toBe(entries)
    }),
    { numRuns: runsOf(20) },
  )
  expect(packedCount).toBeGreaterThan(0)
})

// Solidity reads structs and lists of calldata word by word, viem reads them whole: there only one direction
// holds, and the other one is held against contracts.
test('law: malformed calldata cannot be read by viem either, nor the other way round where all arguments are words', () => {
  let malformedCount = 0
  let readCount = 0
  const sample = fc.constantFrom(...samples.filter(({ bytes }) => bytes.length > 4))
  const damage = fc.record({ sample, at: fc.nat(4000), byte: fc.nat(255), cut: fc.nat(4000) })
  fc.assert(
    fc.property(damage, ({ sample: { rule, item, bytes }, at: offset, byte, cut }) => {
      const broken = bytes.slice(0, cut > 2000 ? bytes.length : 4 + cut)
      if (broken.length > 4) broken[4 + (offset % (broken.length - 4))] = byte
      const outcome = packArguments(rule, broken)
      const reason = !outcome.ok && outcome.reason === 'malformed' ? outcome.message : ''
      if (/has a word that is not a valid (address|u?int)/.test(reason)) return
      const read = () => decodeFunctionData({ abi: [item], data: bytesToHex(broken) })
      const hasWordsOnly = rule.function.inputs.fields.every(({ type }) => type.kind === 'word')
      if (reason !== '') {
        malformedCount++
        expect(read).toThrow()
      } else if (hasWordsOnly) {
        readCount++
        expect(read).not.toThrow()
      }
    }),
    { numRuns: runsOf(20) },
  )
  expect(malformedCount).toBeGreaterThan(0)
  expect(readCount).toBeGreaterThan(0)
})

test('behavior: bytes after the arguments change nothing', () => {
  for (const { rule, calldata } of samples.filter(
    ({ rule }) => rule.signature !== 'swapCompact()',
  )) {
    const longer = packArguments(rule, concat([calldata, '0xdeadbeef']))
    expect(JSON.stringify(longer)).toBe(JSON.stringify(packArguments(rule, calldata)))
  }
})

test('behavior: calldata that ends within its arguments is never packed', () => {
  for (const { rule, bytes } of samples) {
    const minimum = rule.function.inputs.headSize + 4
    for (const length of [0, 3, 4, minimum - 32, minimum - 1].filter(
      (cut) => cut >= 0 && cut < minimum,
    )) {
      expect(packArguments(rule, bytes.subarray(0, length))).toMatchObject({
        ok: false,
        reason: 'malformed',
      })
    }
  }
})

test('behavior: a word that is not an address is refused wherever an address is', () => {
  let addressCount = 0
  for (const { rule, bytes } of samples) {
    for (const field of rule.function.inputs.fields) {
      if (field.type.kind !== 'word' || field.type.name !== 'address') continue
      addressCount++
      const dirty = bytes.slice()
      dirty[4 + field.offset + 11] = 1
      expect(packArguments(rule, dirty)).toMatchObject({ ok: false, reason: 'malformed' })
    }
  }
  expect(addressCount).toBeGreaterThan(100)
})

test('behavior: lists of any length are packed in order, as viem encodes them', () => {
  const queue = ruleOf('EigenLayerLSTStaking', 'queueWithdrawals(')
  const complete = ruleOf('EigenLayerLSTStaking', 'completeQueuedWithdrawals(')
  const join = ruleOf('BalancerV2', 'joinPool(')
  const lock = ruleOf('TermFinance', 'lockOffers(')
  const list = fc.array(address, { maxLength: 4 })
  const requests = fc.array(fc.record({ strategies: list, withdrawer: address }), { maxLength: 4 })
  fc.assert(
    fc.property(requests, list, (params, tokens) => {
      const flat = params.flatMap(({ strategies, withdrawer }) => [...strategies, withdrawer])
      const queued = params.map((param) => ({ ...param, shares: [] }))
      expect(packed(queue, { queuedWithdrawalParams: queued })).toBe(concat(['0x', ...flat]))
      expect(String(packed(join, { 'req.assets': tokens }))).toMatch(
        new RegExp(`${concat(['0x', ...tokens]).slice(2)}$`),
      )
      const id = `0x${'01'.repeat(32)}`
      const offers = tokens.map((token) => ({
        id,
        offeror: token,
        offerPriceHash: id,
        amount: 1n,
        purchaseToken: tokens[0],
      }))
      const pairs = tokens.flatMap((token) => [token, tokens[0] as Hex])
      expect(packed(lock, { offerSubmissions: offers })).toBe(concat(['0x', ...pairs]))
      const withdrawals = params.map(({ strategies, withdrawer }) => ({
        staker: withdrawer,
        delegatedTo: withdrawer,
        withdrawer,
        nonce: 1n,
        startBlock: 2,
        strategies,
        shares: [],
      }))
      const lists = params.map(() =>
        Array.from({ length: params.length + 1 }, () => tokens[0] ?? `0x${'07'.repeat(20)}`),
      )
      const all = params.flatMap(({ strategies, withdrawer }, index) => [
        withdrawer,
        withdrawer,
        withdrawer,
        ...strategies,
        ...(lists[index] as Hex[]).slice(0, lists.length),
      ])
      const completed = { withdrawals, tokens: lists, receiveAsTokens: params.map(() => true) }
      const middleware = complete.signature.includes('uint256[],bool[]')
        ? { middlewareTimesIndexes: [] }
        : {}
      expect(packed(complete, { ...completed, ...middleware })).toBe(concat(['0x', ...all]))
    }),
  )
})

test('error: offsets that make a decoder visit the same words again and again are refused', () => {
  const rule = ruleOf('EigenLayerLSTStaking', 'queueWithdrawals(')
  const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
  const many = 2000
  const heads = Array.from({ length: many }, () => word(32 * many))
  const element = [word(96), word(96), word(1), word(many)]
  const calldata = concat([
    rule.selector,
    word(32),
    word(many),
    ...heads,
    ...element,
    ...Array.from({ length: many }, () => word(1)),
  ])
  expect(packArguments(rule, calldata)).toMatchObject({
    ok: false,
    reason: 'malformed',
    message: expect.stringContaining('more words than a block could pay for'),
  })
})
