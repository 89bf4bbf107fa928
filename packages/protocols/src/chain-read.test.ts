import {
  type CompiledRule,
  type DecoderReadValues,
  packArguments,
  rulesOfDecoder,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { concat, type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall, sentinelCallOf, setAt } from '../../../test/support/sentinel.ts'

const account = (number: number): Hex => `0xbb${number.toString(16).padStart(38, '0')}`

function ruleOf(decoder: string, name: string): CompiledRule {
  const rules = rulesOfDecoder(ruleBook, decoder)
  const rule = rules.find((candidate) => candidate.signature.startsWith(`${name}(`))
  if (rule === undefined) throw new Error(`${decoder} has no ${name}`)
  return rule
}

function packedBy(rule: CompiledRule, calldata: Hex, reads: DecoderReadValues): readonly string[] {
  const outcome = packArguments(rule, calldata, reads)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.entries.map(({ address }) => address.toLowerCase())
}

const position = {
  'positions(77).operator': account(1),
  'positions(77).token0': account(2),
  'positions(77).token1': account(3),
  'ownerOf(77)': account(4),
}
const cases: readonly [string, DecoderReadValues, readonly Hex[]][] = [
  ['UniswapV3', position, [1, 2, 3, 4].map(account)],
  ['UniswapV3SwapRouter02', position, [1, 2, 3, 4].map(account)],
  ['Velodrome', position, [1, 2, 3, 4].map(account)],
  ['Camelot', position, [1, 2, 3, 4].map(account)],
  [
    'AlgebraV4',
    { ...position, 'positions(77).deployer': account(5) },
    [1, 2, 3, 5, 4].map(account),
  ],
  [
    'PancakeSwapV3',
    { ...position, 'userPositionInfos(77).user': account(6) },
    [1, 2, 3, 4, 6].map(account),
  ],
]

test.each(cases)(
  'behavior: %s packs the position when liquidity is added',
  (decoder, reads, expected) => {
    const rule = ruleOf(decoder, 'increaseLiquidity')
    const call = sentinelCallOf(rule.rule.signature)
    setAt(call, 'params.tokenId', 77n)
    const packed = packArguments(rule, encodeCall(call))
    expect(packed).toMatchObject({ ok: false, reason: 'needs_reads' })
    if (!packed.ok && packed.reason === 'needs_reads') {
      expect(packed.reads.map(({ key }) => key).sort()).toEqual(Object.keys(reads).sort())
      expect(packed.reads[0]).toMatchObject({ function: 'positions(uint256)', arguments: ['77'] })
    }
    expect(packedBy(rule, encodeCall(call), reads)).toEqual(expected)
  },
)

test('behavior: a decoder for one vault holds the owner against it and packs no owner', () => {
  const [collect, decrease, increase] = ['collect', 'decreaseLiquidity', 'increaseLiquidity'].map(
    (name) => ruleOf('UniswapV3 (one vault)', name),
  ) as [CompiledRule, CompiledRule, CompiledRule]
  const reads = { ...position, 'boringVault()': account(4) }
  const packed = [collect, decrease, increase].map((rule) => {
    const call = sentinelCallOf(rule.rule.signature)
    setAt(call, 'params.tokenId', 77n)
    if (rule === collect) setAt(call, 'params.recipient', account(9))
    return packedBy(rule, encodeCall(call), reads)
  })
  expect(packed).toEqual([[account(9)], [], [1, 2, 3].map(account)])
})

test('behavior: the one market that Dolomite closes stands for its token', () => {
  const rule = ruleOf('Dolomite', 'closeBorrowPosition')
  const call = sentinelCallOf(rule.rule.signature)
  setAt(call, '_collateralMarketIds', [17n])
  const reads = { 'getMarketTokenAddress(17)': account(17) }
  expect(packedBy(rule, encodeCall(call), reads)).toEqual([account(17)])
  for (const [ids, error] of [
    [[], 'Panic'],
    [[5n, 17n], null],
  ] as const) {
    setAt(call, '_collateralMarketIds', ids)
    const outcome = packArguments(rule, encodeCall(call), reads)
    expect(outcome).toMatchObject({ ok: false, reason: 'reverts', error })
  }
})

test('behavior: of a list that is read the token of the only amount is packed', () => {
  const rule = rulesOfDecoder(ruleBook, 'DvStETH').find((candidate) =>
    candidate.signature.startsWith('deposit(address,uint256[]'),
  )!
  const call = sentinelCallOf(rule.rule.signature)
  setAt(call, 'to', account(1))
  const reads = { 'underlyingTokens()': [account(2), account(3)] }
  const outcomeOf = (amounts: readonly bigint[], given: DecoderReadValues) => {
    setAt(call, 'amounts', amounts)
    return packArguments(rule, encodeCall(call), given)
  }
  expect(outcomeOf([0n, 7n], {})).toMatchObject({
    reason: 'needs_reads',
    reads: [{ key: 'underlyingTokens()', type: 'address[]' }],
  })
  expect(outcomeOf([0n, 7n], reads)).toMatchObject({
    entries: [
      { label: 'underlyingTokens()[1]', address: expect.stringMatching(/3$/) },
      { label: 'to', address: expect.stringMatching(/1$/) },
    ],
  })
  for (const [amounts, error] of [
    [[7n, 7n], null],
    [[0n, 0n, 7n], 'Panic'],
  ] as const) {
    expect(outcomeOf(amounts, reads)).toMatchObject({ reason: 'reverts', error })
  }
  // None asks no node: nothing is deposited, and nothing bound but the receiver.
  for (const amounts of [[], [0n, 0n]]) {
    expect(outcomeOf(amounts, {})).toMatchObject({
      entries: [{ label: 'ZERO' }, { label: 'to', address: expect.stringMatching(/1$/) }],
    })
  }
  // A second amount is refused without a node.
  expect(outcomeOf([1n, 2n], {})).toMatchObject({ reason: 'reverts' })
})

test('behavior: an offer is read by its hash, a wallet at its own address', () => {
  const fill = ruleOf('RoycoWeiroll', 'fillIPOffers')
  const offers = sentinelCallOf(fill.rule.signature)
  const word = pad('0x01')
  setAt(offers, 'ipOfferHashes', [word])
  setAt(offers, 'fundingVault', account(1))
  setAt(offers, 'frontendFeeRecipient', account(2))
  const reads = {
    [`offerHashToIPOffer(${word}).targetMarketHash`]: `0x${'11'.repeat(16)}${'22'.repeat(16)}`,
  }
  const halves = ['11', '22'].map((byte) => `0x${byte.repeat(16)}00000000`)
  expect(packedBy(fill, encodeCall(offers), reads)).toEqual([...halves, account(1), account(2)])
  const script = ruleOf('RoycoWeiroll', 'executeWithdrawalScript')
  const wallet = sentinelCallOf(script.rule.signature)
  setAt(wallet, 'weirollWallet', account(3))
  const packed = packArguments(script, encodeCall(wallet))
  expect(packed).toMatchObject({ reads: [{ function: 'owner()', arguments: [] }] })
  const owner = { [`${account(3)}.owner()`]: account(4) }
  expect(packedBy(script, encodeCall(wallet), owner)).toEqual([account(4)])
})

const compact = (parts: readonly Hex[]): Hex => concat(['0x83bd37f9', ...parts])
const named = (number: number): Hex => concat(['0x0001', account(number)])

test('behavior: compact swaps of Odos are read byte by byte, through the list of the router', () => {
  const rule = ruleOf('Odos', 'swapCompact')
  const amounts: readonly Hex[] = ['0x03', '0x0f4240', '0x02', '0x1234', '0x00c49b']
  const direct = compact([
    named(1),
    named(2),
    ...amounts,
    named(3),
    named(4),
    named(5),
    toHex(7, { size: 4 }),
  ])
  expect(packedBy(rule, direct, {})).toEqual([1, 2, 5, 3].map(account))
  const listed = compact(['0x0002', '0x0102', ...amounts, '0x0005', '0x0000', '0x0000'])
  expect(packArguments(rule, listed)).toMatchObject({
    reason: 'needs_reads',
    reads: [
      { key: 'addressList(0)', function: 'addressList(uint256)' },
      { key: 'addressList(256)' },
      { key: 'caller()' },
      { key: 'addressList(3)' },
    ],
  })
  const reads = {
    'addressList(0)': account(10),
    'addressList(256)': account(11),
    'addressList(3)': account(12),
    'caller()': account(13),
  }
  expect(packedBy(rule, listed, reads)).toEqual([10, 11, 13, 12].map(account))
})

test('golden: a receiver from the list of the router is packed as its stand-in, and never looked up', () => {
  const parts: readonly Hex[] = [named(1), named(2), '0x00', '0x00', '0x000000', named(3), named(4)]
  for (const [decoder, reads] of [
    ['Odos', {}],
    ['OdosOwned', { 'odosExecutor()': account(3) }],
  ] as const) {
    const packed = packedBy(ruleOf(decoder, 'swapCompact'), compact([...parts, '0x0002']), reads)
    expect(packed[2]).toBe('0xfffffffffffffffffffffffffffffffffffffffe')
  }
})

test('behavior: the executor of an owned decoder stays open and does not stop the packing', () => {
  const rule = ruleOf('OdosOwned', 'swapCompact')
  const calldata = compact([
    named(1),
    named(2),
    '0x00',
    '0x00',
    '0x000000',
    named(3),
    '0x0000',
    named(5),
  ])
  const outcome = packArguments(rule, calldata)
  expect(outcome).toMatchObject({
    ok: true,
    packed: concat([account(1), account(2), account(5)]),
    unverified: [{ reads: [{ key: 'odosExecutor()' }] }],
  })
  const rotated = packArguments(rule, calldata, { 'odosExecutor()': account(4) })
  expect(rotated).toMatchObject({
    ok: false,
    error: 'OdosOwnedDecoderAndSanitizer__InvalidExecutor',
  })
})
