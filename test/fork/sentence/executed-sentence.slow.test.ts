import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { encodeManage, readBatch } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { describeCalls } from '@vaultwright/packet'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import { decodeFunctionResult, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRandom } from '../../../scripts/vector/random.mjs'
import { runsOf } from '../../support/runs.ts'
import { openBatchSource } from '../simulation/matrix/random-batch.ts'
import { type MatrixWorld, openMatrixWorld } from '../simulation/matrix/world.ts'
import { type CallFrame, type ExecutedCall, executedCallsIn, pairCalls } from './executed-call.ts'
import { breachesOf } from './sentence-law.ts'

/** Batches; a campaign draws 10,000. */
const runs = Math.max(150, runsOf(1 / 2))
const seed = Number(process.env.FUZZ_SEED ?? 0x5e27)

let world: MatrixWorld
let context: CallContext
let people: readonly Address[]
/** The possible tokens of the vault. */
let tokens: readonly Address[]
/** Tokens whose events say something else than what they do, or nothing. */
let liars: readonly Address[]
/** Tokens whose balances are shares of a whole, so that a stake moves a unit of everybody's. */
let rebasing: readonly Address[]
const counts = { sent: 0, refused: 0, inner: 0, drones: 0, routes: new Map<string, number>() }

beforeAll(async () => {
  world = await openMatrixWorld()
  const { chain, vault, drone, local } = world
  // A unit for every token, so that each amount says of which token it is.
  const units = (token: string) => ({ symbol: token, decimals: 18, source: 'definition' as const })
  context = { ...callContextOf(chain.id, vault), drones: [drone], units }
  const contracts = Object.values(local.manifest.contracts)
  people = local.manifest.accounts
    .map(({ address }) => address)
    .filter((account) => !contracts.some((one) => isSameAddress(one, account)))
  await fillVault()
  const names = [
    'WETH',
    'USDC',
    'DAI',
    'WBTC',
    'CRV',
    'USDT',
    'FEE',
    'SKIM',
    'HUSH',
    'LIE',
    'stETH',
  ]
  tokens = [...names, 'wstETH', 'eETH', 'weETH', 'Savings USDC', 'Savings WETH'].map(world.of)
  liars = ['SKIM', 'HUSH', 'LIE'].map(world.of)
  rebasing = ['stETH', 'eETH'].map(world.of)
})
afterAll(async () => {
  await world?.close()
  const { sent, refused, inner, drones, routes } = counts
  const names = [...routes].toSorted((one, other) => other[1] - one[1])
  console.log(
    `${runs} batches: ${sent} calls ran, ${refused} were refused, ${inner} ran inside a loan, ${drones} behind a drone\n${names.map(([name, count]) => `${count} ${name}`).join(', ')}`,
  )
})

test('law: what a sentence says of token, amount, recipient and inner calls is what executing it does', async () => {
  const source = openBatchSource(world, openRandom(seed), {
    safeShare: 0.1,
    drones: [world.drone],
  })
  const breaches = new Map<string, string>()
  for (let run = 0; run < runs; run++) {
    const data = source.draw()
    for (const { route, breach, text } of await breachesIn(data)) {
      breaches.set(`${route} ${breach.replace(/0x\w+|\d+/g, '…')}`, `batch ${run}: ${text}`)
    }
  }
  expect([...breaches.values()]).toEqual([])
  expect(counts.sent).toBeGreaterThan(runs)
  for (const count of [counts.inner, counts.drones]) expect(count).toBeGreaterThan(runs / 20)
}, 7_200_000)

type Measured = Pick<ExecutedCall, 'changes' | 'allowances'>

type Breach = { readonly route: string; readonly breach: string; readonly text: string }

/** Runs a batch as it is; one that is refused call by call, each as a batch of its own. */
async function breachesIn(data: Hex): Promise<readonly Breach[]> {
  const { manager } = world
  const { calls } = readBatch(data, { manager })
  if (calls.length === 0) return []
  const whole = await traceOf(data)
  const breaches = whole.error === undefined ? [...breachesOfRun(data, whole, null)] : []
  for (const call of calls) {
    const single = encodeManage([call])
    const trace = await traceOf(single)
    if (trace.error === undefined)
      breaches.push(...breachesOfRun(single, trace, await measured(single)))
    else counts.refused++
  }
  return breaches
}

/** The changes of balances and allowances by a batch of one call, read before and after it. */
async function measured(data: Hex): Promise<Measured> {
  const { vault, drone } = world
  const owners = [vault, drone]
  const words = [...data.matchAll(/0{24}([0-9a-f]{40})/g)].map(([, digits]) =>
    checksumOf(`0x${digits}`),
  )
  const accounts = [...new Set([...owners, ...people, ...words])]
  const isNamed = (token: Address) => [...words, ...liars].some((one) => isSameAddress(one, token))
  const named = tokens.filter(isNamed)
  const balances = named.flatMap((token) => accounts.map((account) => ({ token, account })))
  const allowances = named.flatMap((token) =>
    owners.flatMap((owner) => words.map((spender) => ({ token, owner, spender }))),
  )
  const reads = [
    ...balances.map(({ token, account }) => readOf(token, 'balanceOf', [account])),
    ...allowances.map(({ token, owner, spender }) => readOf(token, 'allowance', [owner, spender])),
  ]
  const look = { from: vault, to: world.of('Multicall3'), data: encodeReads(reads) }
  const run = { from: world.of('strategist'), to: world.manager, data, gas: numberToHex(16e6) }
  const blocks = [{ calls: [look, run, look] }]
  const [block] = (await world.ask('eth_simulateV1', { blockStateCalls: blocks }, 'latest')) as [
    { readonly calls: readonly { readonly returnData: Hex; readonly status: Hex }[] },
  ]
  const [before, after] = [block.calls[0]!, block.calls[2]!].map(({ returnData }) =>
    decodeReads(returnData),
  ) as [readonly bigint[], readonly bigint[]]
  expect(block.calls[1]!.status).toBe('0x1')
  return {
    changes: balances.map((one, at) => ({ ...one, amount: after[at]! - before[at]! })),
    allowances: allowances.flatMap((one, index) => {
      const position = balances.length + index
      return after[position] === before[position] ? [] : [{ ...one, amount: after[position]! }]
    }),
  }
}

/** Puts the reads in place of the tokens' reports. */
function withMeasured(execution: ExecutedCall, read: Measured): ExecutedCall {
  const isRead = (token: Address, account: Address) =>
    read.changes.some(
      (one) => isSameAddress(one.token, token) && isSameAddress(one.account, account),
    )
  const reported = execution.changes.filter(({ token, account }) => !isRead(token, account))
  const allowed = execution.allowances.filter(({ token, owner }) => !isRead(token, owner))
  return {
    ...execution,
    changes: [...read.changes, ...reported],
    allowances: [...read.allowances, ...allowed],
  }
}

async function traceOf(data: Hex): Promise<CallFrame> {
  const request = { from: world.of('strategist'), to: world.manager, data, gas: numberToHex(16e6) }
  const tracing = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  return (await world.ask('debug_traceCall', request, 'latest', tracing)) as CallFrame
}

function breachesOfRun(single: Hex, trace: CallFrame, read: Measured | null): readonly Breach[] {
  const { manager, vault, drone } = world
  const breaches: Breach[] = []
  const batch = readBatch(single, { manager })
  const executed = executedCallsIn(trace, { vault, drones: [drone] })
  const pairs = pairCalls(batch.calls, executed)
  if (pairs === null) {
    const text = `other calls ran than are described: ${single}`
    return [{ route: 'batch', breach: 'count', text }]
  }
  const described = describeCalls(batch, context)
  for (const [place, execution] of pairs) {
    const description = described.get(place)!
    const route = description.routes.join()
    counts.sent++
    counts.routes.set(route, (counts.routes.get(route) ?? 0) + 1)
    if (place.includes('.')) counts.inner++
    if (description.suffix !== '0x') counts.drones++
    // Of several calls only what tokens report is known of each, and some tokens lie.
    const isRead = read !== null && !place.includes('.') && batch.calls[0]!.loan === null
    const truth = isRead ? withMeasured(execution, read) : execution
    if (!isRead && liars.some((token) => isSameAddress(token, description.target))) continue
    const law = { context, people, rebasing }
    for (const breach of breachesOf(description, truth, law)) {
      const text = `${route} at ${place}: ${breach}; ${description.sentences.join(' | ')}; ${single}`
      breaches.push({ route, breach, text })
    }
  }
  return breaches
}

/** Gives the vault and its drone some of every token, and lets every contract of the tree take them. */
async function fillVault(): Promise<void> {
  const { vault, drone, main, of } = world
  const targets = [...new Set(main.leaves.flatMap((leaf) => [leaf.target, ...leaf.arguments]))]
  const act = (from: Address, to: Address, signature: string, ...args: readonly unknown[]) => {
    const abi = parseAbi([`function ${signature}`] as readonly string[])
    return world.send({ from, to, data: encodeFunctionData({ abi, args } as never) })
  }
  for (const account of [vault, drone]) {
    await world.ask('anvil_setBalance', account, numberToHex(10n ** 20n))
  }
  for (const name of ['WETH', 'USDC', 'DAI', 'WBTC', 'CRV', 'USDT', 'FEE', 'stETH', 'wstETH']) {
    const token = of(name)
    for (const account of [vault, drone]) {
      if (name === 'WETH') {
        await world.send({ from: account, to: token, data: '0xd0e30db0', value: 10n ** 19n })
      } else await act(of('owner'), token, 'mint(address,uint256)', account, 10n ** 24n)
      for (const spender of targets) {
        await act(account, token, 'approve(address,uint256)', spender, 10n ** 30n)
      }
    }
  }
}

const reading = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) view returns ((bool success, bytes returnData)[] returnData)',
])

function readOf(
  target: Address,
  functionName: 'balanceOf' | 'allowance',
  args: readonly Address[],
) {
  const callData = encodeFunctionData({ abi: reading, functionName, args } as never)
  return { target, allowFailure: true, callData }
}

function encodeReads(calls: readonly ReturnType<typeof readOf>[]): Hex {
  return encodeFunctionData({ abi: reading, functionName: 'aggregate3', args: [calls] })
}

/** Zero for what a token does not answer. */
function decodeReads(data: Hex): readonly bigint[] {
  const answers = decodeFunctionResult({ abi: reading, functionName: 'aggregate3', data })
  return answers.map(({ success, returnData }) =>
    success && returnData.length === 66 ? BigInt(returnData) : 0n,
  )
}
