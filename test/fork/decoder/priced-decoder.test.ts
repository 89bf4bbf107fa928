import type { Address, Hex } from '@vaultwright/base'
import {
  type Chain,
  checkDecoder,
  decodeRead,
  encodeRead,
  type LocalChain,
  openChain,
} from '@vaultwright/chain'
import {
  buildLeaf,
  buildLeafTree,
  certaintyOfMatch,
  type DecoderReadValue,
  encodeManage,
  functionCandidates,
  matchCall,
  type PackOutcome,
  packArguments,
  rulesOfDecoder,
  verifyCalldata,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { decodeRevert } from '@vaultwright/outcome'
import { pricedRuleBook, ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { decodeAbiParameters, encodeDeployData, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { artifactOf } from '../artifact.ts'
import { differencesOf } from './deployed-decoder.ts'
import { executor, pricedEncoders } from './priced-call.ts'

const maxLossBps = 50n
const maxAge = 365 * 86_400
const unpriced: Address = '0x000000000000000000000000000000000000dEaD'

let local: LocalChain
let chain: Chain
let tokens: Record<'weth' | 'usdc' | 'dai' | 'none', Address>
const decoders = new Map<string, Address>()

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: 31337 })
  tokens = {
    weth: placeOf(local, 'WETH'),
    usdc: placeOf(local, 'USDC'),
    dai: placeOf(local, 'DAI'),
    none: unpriced,
  }
  const sources = (['WETH', 'USDC', 'DAI'] as const).map((name) => ({
    token: placeOf(local, name),
    feed: placeOf(local, `${name}/USD feed`),
    maxAge,
  }))
  const prices = [sources, maxLossBps] as const
  await deploy('PricedUniswapV3', prices)
  await deploy('PricedOneInch', prices)
  await deploy('PricedOdos', [placeOf(local, 'Odos router'), ...prices])
  await deploy('PricedCurve', [placeOf(local, 'Curve USDC/DAI'), ...prices])
  const domain = await answerOf(placeOf(local, 'CoW settlement'), '0xf698da25')
  await deploy('PricedCowOrder', [domain, `0x${'00'.repeat(32)}`, 86_400, ...prices])
})
afterAll(() => local?.anvil.close())

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await local.anvil.rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}

async function answerOf(to: Address, data: Hex): Promise<Hex> {
  return (await ask('eth_call', { to, data }, 'latest')) as Hex
}

async function deploy(name: string, args: readonly unknown[]): Promise<void> {
  const { abi, code } = await artifactOf(`${name}Decoder`)
  const from = placeOf(local, 'owner')
  const data = encodeDeployData({ abi, bytecode: code, args })
  await ask('anvil_impersonateAccount', from)
  const sent = { from, data, gas: '0x1c9c380' }
  const receipt = (await ask('eth_sendTransactionSync', sent)) as { contractAddress: Address }
  decoders.set(name, receipt.contractAddress)
}

/** The answer of the rule, with every read asked of the decoder. */
async function predict(name: string, data: Hex): Promise<PackOutcome> {
  const rule = rulesOfDecoder(pricedRuleBook, name).find((one) => data.startsWith(one.selector))!
  const reads: Record<string, DecoderReadValue> = {}
  for (;;) {
    const outcome = packArguments(rule, data, reads)
    const open = outcome.ok
      ? outcome.unverified.flatMap((check) => check.reads)
      : outcome.reason === 'needs_reads'
        ? outcome.reads
        : []
    const openReads = open.filter(({ key }) => !(key in reads))
    if (openReads.length === 0) return outcome
    const block = await chain.readBlock('latest')
    const to = decoders.get(name)!
    const calls = openReads.map((read) => ({ to, data: encodeRead(read)! }))
    const answers = await chain.readCalls(calls, block)
    for (const [index, reading] of openReads.entries()) {
      const value = decodeRead(answers[index]!, reading)
      if (value === null) throw new Error(`${reading.key} is not answered.`)
      reads[reading.key] = value
    }
  }
}

type DecoderWord = { readonly packed: Hex } | { readonly error: string; readonly facts: unknown }

/** The answer of the decoder: packed bytes, or the name and the arguments of its error. */
async function reply(name: string, data: Hex): Promise<DecoderWord> {
  const block = await chain.readBlock('latest')
  const [answer] = await chain.readCalls([{ to: decoders.get(name)!, data }], block)
  const { ok, data: returned } = answer as { ok: boolean; data: Hex }
  if (ok) return { packed: decodeAbiParameters([{ type: 'bytes' }], returned)[0] }
  const revert = decodeRevert(returned)
  return { error: revert.name ?? returned, facts: revert.name === null ? null : revert.arguments }
}

async function boundOf(sold: Address, bought: Address, amount: bigint): Promise<bigint> {
  const abi = parseAbi(['function boundOf(address,address,uint256) view returns (uint256)'])
  const data = encodeFunctionData({ abi, args: [sold, bought, amount] })
  return BigInt(await answerOf(decoders.get('PricedOneInch')!, data))
}

const encoders = pricedEncoders(() => [tokens.usdc, tokens.dai])

const trades = fc.record({
  sold: fc.constantFrom('weth', 'usdc', 'dai', 'none'),
  bought: fc.constantFrom('weth', 'usdc', 'dai', 'none'),
  amount: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.constantFrom(0n, 1n)),
  /** Base units from the bound. */
  distance: fc.integer({ min: -2, max: 2 }),
} as const)

type Trade = typeof trades extends fc.Arbitrary<infer Value> ? Value : never

/** A trade for each outcome, which random ones may miss. */
const examples: [Trade][] = [
  [{ sold: 'usdc', bought: 'dai', amount: 10n ** 18n, distance: 0 }],
  [{ sold: 'usdc', bought: 'dai', amount: 10n ** 18n, distance: -1 }],
  [{ sold: 'none', bought: 'dai', amount: 10n ** 18n, distance: 0 }],
]

test.each(encoders)(
  'law: the rule of %s.%s says what the contract says, errors by name',
  async (name, _, encode) => {
    const names = new Set<string>()
    await fc.assert(
      fc.asyncProperty(trades, async ({ sold, bought, amount, distance }) => {
        const pair = { sold: tokens[sold], bought: tokens[bought] }
        const bound = await boundOf(pair.sold, pair.bought, amount)
        const minimum = bound + BigInt(distance)
        const data = encode({ ...pair, amount, least: minimum < 0n ? 0n : minimum })
        const [outcome, answer] = [await predict(name, data), await reply(name, data)]
        if (outcome.ok) {
          expect(outcome.unverified).toEqual([])
          expect(answer).toEqual({ packed: outcome.packed })
          names.add('packed')
        } else if (outcome.reason === 'reverts') {
          expect(answer).toMatchObject({ error: outcome.error })
          names.add(String(outcome.error))
        } else throw new Error(outcome.reason)
      }),
      { numRuns: runsOf(1 / 2), examples },
    )
    for (const outcome of ['packed', 'LeastBelowFair', 'NoPriceFeed'])
      expect(names).toContain(outcome)
  },
  300_000,
)

test('golden: one unit below the bound is refused with both numbers, at the feeds of the local chain', async () => {
  const amount = 10n ** 18n
  const pair = { sold: tokens.weth, bought: tokens.usdc }
  const bound = await boundOf(pair.sold, pair.bought, amount)
  expect(bound).toBe(1_990_000_000n)
  for (const [name, , encode] of encoders.filter(([decoder]) => decoder !== 'PricedCurve')) {
    expect(await reply(name, encode({ ...pair, amount, least: bound }))).toHaveProperty('packed')
    expect(await reply(name, encode({ ...pair, amount, least: bound - 1n }))).toEqual({
      error: 'LeastBelowFair',
      facts: { least: bound - 1n, bound },
    })
  }
})

test('refuses: a feed that is stale, by rule and by contract alike', async () => {
  const snapshot = await ask('evm_snapshot')
  await ask('evm_increaseTime', maxAge + 1)
  await ask('evm_mine')
  for (const [name, , encode] of encoders) {
    const data = encode({ sold: tokens.usdc, bought: tokens.dai, amount: 10n ** 6n, least: 1n })
    expect(await reply(name, data)).toMatchObject({ error: 'StalePrice' })
    expect(await predict(name, data)).toMatchObject({ ok: false, error: 'StalePrice' })
  }
  await ask('evm_revert', snapshot)
})

test.each(encoders)(
  'default: offline a leaf of %s.%s is conditional, and the condition is the price',
  (name, _, encode) => {
    const pair = { sold: tokens.usdc, bought: tokens.dai }
    const data = encode({ ...pair, amount: 1n, least: 1n })
    const rule = rulesOfDecoder(pricedRuleBook, name).find((one) => data.startsWith(one.selector))!
    const outcome = packArguments(rule, data)
    // A compact call names nobody of the list here, and its caller is not asked for.
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    const decoder = decoders.get(name)!
    const target = executor
    const entries = outcome.entries.map(({ address }) => address)
    const leaf = buildLeaf({ decoder, target, signature: rule.signature, arguments: entries })
    const tree = buildLeafTree([leaf])
    const match = matchCall({ target, data, value: 0n }, { tree, rules: pricedRuleBook })
    expect(certaintyOfMatch(match)).toBe('conditional')
    const batch = encodeManage([
      { target, data, value: 0n, decoder, proof: proofHexOf(tree.tree, 0) },
    ])
    const options = { rules: ruleBook, tree }
    const named = new Map([[decoder.toLowerCase(), pricedRuleBook]])
    const verdict = verifyCalldata(batch, { ...options, ruleBooks: named })
    expect(verdict.calls.map(({ verdict: certainty }) => certainty)).toEqual(['conditional'])
    expect(JSON.stringify(verdict.calls[0]!.reasons)).toContain('boundOf(')
    expect(match.kind !== 'none' && match.unverified.map(({ error }) => error)).toContain(
      'LeastBelowFair',
    )
  },
)

test('law: a deployed decoder that binds a price agrees with its rules for any calldata', async () => {
  const candidates = functionCandidates(pricedRuleBook)
  const block = await chain.readBlock('latest')
  for (const [name, decoder] of decoders) {
    const ownCandidates = candidates.filter((one) =>
      one.rules.some((rule) => rule.decoders.includes(name)),
    )
    expect(ownCandidates.length).toBeGreaterThan(6)
    const plan = {
      candidates: ownCandidates,
      runs: Math.max(24, runsOf(1 / 4)),
      seed: `priced ${name}`,
    }
    const whole = { ...plan, decoder, block, contracts: [], budget: 1_000_000 }
    const report = await checkDecoder(chain, whole, { found: () => {}, checked: () => {} })
    expect(report.functions.map(({ kind }) => kind)).toEqual(ownCandidates.map(() => 'checked'))
    const differences = report.functions.flatMap(differencesOf)
    expect(differences).toEqual([])
  }
})
