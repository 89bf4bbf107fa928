import { type Address, type Hex, isSameAddress, printHex } from '@vaultwright/base'
import { type Built, buildAction } from '@vaultwright/builder'
import { type Chain, openChain, runReading, simulateOnNode } from '@vaultwright/chain'
import {
  decodeManage,
  encodeManage,
  encodeSetManageRoot,
  type LeafTree,
  type ManageCall,
  type ManagerRevert,
  readBatch,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { Simulation } from '@vaultwright/outcome'
import { describeCalls } from '@vaultwright/packet'
import {
  callContextOf,
  claimsOf,
  type PositionResult,
  readSubjects,
  subjectsOf,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { numberToHex, toFunctionSelector } from 'viem'
import { expect } from 'vitest'
import { executedCallsIn, pairCalls } from '../../fork/sentence/executed-call.ts'
import { breachesOf } from '../../fork/sentence/sentence-law.ts'
import type { CaseParams } from '../market/market.ts'
import { people, worldTokens } from '../world/base.ts'
import type { RealChain, RealTransaction } from '../world/real-chain.ts'
import type { RealWorld } from '../world/real-world.ts'
import { type CasePlan, type PlannedCase, treeOf, withAddresses } from './case-tree.ts'

/** The runner of the cases of one market. */
export type CaseRunner = {
  readonly world: RealWorld
  readonly chain: Chain
  readonly plan: CasePlan
}

/** Opens what runs cases. */
export async function openCaseRunner(world: RealWorld, plan: CasePlan): Promise<CaseRunner> {
  return { world, plan, chain: await openChain(world.chain.anvil.rpc, { id: 31337 }) }
}

/**
 * Runs a case on the real contracts, and undoes it: builds it from its manifest, proves it, refuses it without its
 * leaf and with one argument changed, simulates it, executes it, and compares what moved with the simulation and
 * the sentence.
 */
export async function runCase(runner: CaseRunner, planned: PlannedCase): Promise<void> {
  const { world, plan } = runner
  await world.undone(async () => {
    await setRoot(world.chain, plan.tree)
    await prepare(runner, planned)
    const built = await build(runner, planned.params, planned)
    await refusesWithoutLeaf(runner, planned, built)
    await refusesChangedArguments(runner, planned, built)
    if (planned.realCase.refused !== undefined) {
      const { outcome } = await simulated(runner, built.calldata)
      if (outcome.status === 'success') throw new Error('The real contract does not refuse it.')
      return expectReason(outcome.revert, planned.realCase.refused)
    }
    await refusesAsTheContractSays(runner, planned)
    const simulation = await simulated(runner, built.calldata)
    if (simulation.outcome.status === 'reverted') {
      const { name, data } = simulation.outcome.revert
      throw new Error(`${name} ${data} in ${JSON.stringify(simulation.outcome.failing?.path)}`)
    }
    expect(simulation.balances.filter(({ isReconciled }) => !isReconciled)).toEqual([])
    await expectDescribed(world.chain, transactionOf(world.chain, built.calldata), {
      batches: [built.calldata],
      named: addressesIn(planned.params),
    })
    await executesAsSimulated(runner, built.calldata, simulation)
    expect((await positionsOf(runner)).failures).toEqual([])
    await planned.realCase.follow?.(world.chain)
  })
}

/** Executes the cases that a case stands on, and what others do. */
async function prepare(runner: CaseRunner, { realCase }: PlannedCase): Promise<void> {
  const { plan, world } = runner
  for (const route of realCase.after ?? []) {
    const before = plan.cases.find((entry) => entry.realCase.route === route)!
    await before.realCase.prepare?.(world.chain)
    const { calldata } = await build(runner, before.params, before)
    await execute(world.chain, calldata)
  }
  await realCase.prepare?.(world.chain)
}

/** Builds a case's action with the values of a person. */
export async function build(
  runner: CaseRunner,
  params: CaseParams,
  { action }: PlannedCase,
  tree = runner.plan.tree,
): Promise<Built> {
  const { chain, plan, world } = runner
  const block = await chain.readBlock('latest')
  return buildAction(
    {
      tree,
      managerTree: tree,
      vault: world.chain.of('Vault'),
      manager: world.chain.of('Manager'),
      chainId: chain.id,
      knownFacts: plan.knownFacts,
      reads: (calls) => chain.readCalls(calls, block),
      now: block.timestamp,
    },
    { route: action.route, params },
  )
}

/** Without its leaf nothing builds it, and its proof alone lets it through. */
async function refusesWithoutLeaf(
  runner: CaseRunner,
  planned: PlannedCase,
  built: Built,
): Promise<void> {
  const tree = treeOf(runner.plan.cases, [planned.leaf])
  await expect(build(runner, planned.params, planned, tree)).rejects.toMatchObject({
    kind: expect.stringMatching(/^(not_permitted|invalid_input)$/),
  })
  const calls = decodeManage(built.calldata)
  const index = mainIndexOf(calls, planned)
  const data = encodeManage(calls.map((call, at) => (at === index ? { ...call, proof: [] } : call)))
  await refusesToVerify(runner, data, index)
}

/** Each account that the leaf binds, the target and the value: changed, the proof is no longer one. */
async function refusesChangedArguments(
  runner: CaseRunner,
  planned: PlannedCase,
  built: Built,
): Promise<void> {
  const calls = decodeManage(built.calldata)
  const index = mainIndexOf(calls, planned)
  const call = calls[index]!
  const someone = runner.world.chain.of('stranger')
  const entries = [...new Set(planned.leaf.arguments)].filter((entry) => BigInt(entry) > maxNumber)
  const changed = entries
    .map((entry) => call.data.replaceAll(entry.slice(2).toLowerCase(), accountDigits(someone)))
    .filter((data) => data !== call.data)
    .map((data) => ({ ...call, data: data as Hex }))
  const isFree = planned.leaf.canSendValue || call.target === runner.world.chain.of('Manager')
  const alteredCalls = [
    ...changed,
    { ...call, target: someone },
    ...(isFree ? [] : [{ ...call, value: 1n }]),
  ]
  for (const altered of alteredCalls) {
    const data = encodeManage(calls.map((entry, at) => (at === index ? altered : entry)))
    await refusesToVerify(runner, data, index)
  }
}

/** Seconds. */
const oneBlock = 12n

/** The bound of numbers that a leaf binds, such as a fee. */
const maxNumber = 2n ** 64n

const accountDigits = (account: Address) => account.slice(2).toLowerCase()

function mainIndexOf(calls: readonly ManageCall[], { leaf }: PlannedCase): number {
  const index = calls.findLastIndex(
    ({ target, data }) =>
      isSameAddress(target, leaf.target) && data.startsWith(leaf.selector.toLowerCase()),
  )
  expect(index).toBeGreaterThanOrEqual(0)
  return index
}

async function refusesToVerify(runner: CaseRunner, data: Hex, index: number): Promise<void> {
  const { outcome } = await simulated(runner, data)
  expect(outcome).toMatchObject({
    status: 'reverted',
    failing: { path: [index], stage: 'verification' },
  })
}

/** With other values the builder refuses, or the real contract does, and its reason reaches the reader. */
async function refusesAsTheContractSays(runner: CaseRunner, planned: PlannedCase): Promise<void> {
  const { params, realCase } = planned
  for (const refusal of realCase.refusals ?? []) {
    const refused = { ...params, ...withAddresses(runner.world.chain, refusal.params) }
    const { calldata } = await build(runner, refused, planned)
    const { outcome } = await simulated(runner, calldata)
    expect(outcome.status, JSON.stringify(refusal.params)).toBe('reverted')
    if (outcome.status !== 'reverted') continue
    expectReason(outcome.revert, refusal.reason)
  }
}

/** The name of an error, its signature where only its selector reaches the reader, or a text. */
function expectReason(revert: ManagerRevert, reason: string): void {
  const isSignature = /^\w+\(.*\)$/.test(reason)
  if (isSignature) expect(revert.data.slice(0, 10)).toBe(toFunctionSelector(reason))
  else if (revert.name === 'Error') expect(revert.arguments).toEqual({ message: reason })
  else expect(revert.name).toBe(reason)
}

/** The sentence of each call of batches says what it moves. */
export async function expectDescribed(
  chain: RealChain,
  transaction: RealTransaction,
  {
    batches,
    named = [],
  }: { readonly batches: readonly Hex[]; readonly named?: readonly Address[] },
): Promise<void> {
  const [vault, manager] = [chain.of('Vault'), chain.of('Manager')]
  const trace = await chain.trace(transaction)
  expect(trace.error).toBeUndefined()
  // A unit for every token, so that each amount says of which token it is.
  const units = (token: string) => ({ symbol: token, decimals: 18, source: 'definition' as const })
  const context = { ...callContextOf(31337, vault), units }
  const debts = [...chain.names].flatMap(([name, address]) =>
    / debt /.test(name) ? [address] : [],
  )
  const law = { context, people: people.map(chain.of), rebasing: [], debts, named }
  const executed = executedCallsIn(trace, { vault, drones: [] })
  let done = 0
  for (const calldata of batches) {
    const batch = readBatch(calldata, { manager })
    const ownCalls = executed.slice(done, done + batch.calls.length)
    done += batch.calls.length
    const pairs = pairCalls(batch.calls, ownCalls)
    if (pairs === null) throw new Error('Other calls ran than are described.')
    const described = describeCalls(batch, context)
    for (const [place, execution] of pairs) {
      const description = described.get(place)!
      expect(breachesOf(description, execution, law), description.sentences.join()).toEqual([])
    }
  }
  expect(executed).toHaveLength(done)
}

function addressesIn(value: unknown): readonly Address[] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value as Address] : []
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(addressesIn)
    : []
}

/** Mines the batch: what the vault has afterwards is what the simulation says. */
async function executesAsSimulated(
  { world }: CaseRunner,
  calldata: Hex,
  simulation: Simulation,
): Promise<void> {
  const { chain } = world
  const tokens = [
    ...new Set([
      nativeAsset,
      ...['WETH', ...Object.keys(worldTokens)].map(chain.of),
      ...simulation.balances.map(({ token }) => token),
    ]),
  ]
  const atUnix = simulation.block.timestamp + oneBlock
  const before = await balancesOf(chain, tokens, atUnix)
  await chain.ask('evm_setNextBlockTimestamp', numberToHex(atUnix))
  await execute(chain, calldata)
  const after = await balancesOf(chain, tokens, atUnix)
  const moved = tokens.flatMap((token, index) => {
    const change = after[index]! - before[index]!
    return change === 0n ? [] : [[token, change] as const]
  })
  const expected = simulation.balances
    .filter(({ change, holder }) => change !== 0n && isSameAddress(holder, chain.of('Vault')))
    .map(({ token, change }) => [token, change] as const)
  expect(new Map(moved)).toEqual(new Map(expected))
}

async function balancesOf(
  chain: RealChain,
  tokens: readonly Address[],
  atUnix: bigint,
): Promise<bigint[]> {
  const vault = chain.of('Vault')
  const balances: bigint[] = []
  for (const token of tokens) {
    const balance =
      token === nativeAsset
        ? BigInt((await chain.ask('eth_getBalance', vault, 'latest')) as Hex)
        : await chain.read({
            to: token,
            call: 'balanceOf(address) view returns (uint256)',
            args: [vault],
            atUnix,
          })
    balances.push(balance as bigint)
  }
  return balances
}

/** The positions of the vault that the readers find. */
export async function positionsOf({ chain, plan, world }: CaseRunner): Promise<PositionResult> {
  const [vault, manager] = [world.chain.of('Vault'), world.chain.of('Manager')]
  const claims = claimsOf(plan.tree.leaves, {
    owner: { vault, manager },
    knownFacts: plan.knownFacts,
  })
  const block = await chain.readBlock('latest')
  const moment = { atUnix: block.timestamp }
  const { found: positions } = await runReading(
    chain,
    readSubjects(subjectsOf(claims, vault), moment),
    block,
  )
  return positions
}

/** Lets the strategist, and the Manager inside loans, send what a tree permits. */
export async function setRoot(chain: RealChain, tree: LeafTree): Promise<void> {
  const root = printHex(rootOf(tree.tree))
  for (const holder of ['strategist', 'Manager']) {
    const data = encodeSetManageRoot(chain.of(holder), root)
    await chain.send({ from: chain.of('owner'), to: chain.of('Manager'), data })
  }
}

function transactionOf(chain: RealChain, data: Hex) {
  return { from: chain.of('strategist'), to: chain.of('Manager'), data }
}

/** Sends a batch as the strategist. */
export async function execute(chain: RealChain, calldata: Hex) {
  return chain.send(transactionOf(chain, calldata))
}

async function simulated({ chain, world }: CaseRunner, data: Hex): Promise<Simulation> {
  const { timestamp } = await chain.readBlock('latest')
  const atUnix = timestamp + oneBlock
  return simulateOnNode(chain, { ...transactionOf(world.chain, data), atUnix })
}
