import { type Address, printHex } from '@vaultwright/base'
import { type BuildContext, buildActions, parseUnits } from '@vaultwright/builder'
import { decodeRevert, type Simulation, simulateOnNode } from '@vaultwright/chain'
import {
  buildLeaf,
  buildLeafTree,
  encodeManage,
  type Leaf,
  type LeafTree,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { Hex } from 'viem'
import { expect } from 'vitest'
import { value } from '../world.ts'
import type { Case, Change, Deed, Move, Probe } from './case.ts'
import { knowledgeOf, type Plan, planOf, wishOf } from './plan.ts'
import { changesOf } from './refusal.ts'
import { native, type Stage, topicOf } from './stage.ts'
import { namesIn, tokenDecimals } from './value.ts'

/** How much was tried. */
export const tally = { moves: 0, refusals: 0 }

const refused = 'ManagerWithMerkleVerification__FailedToVerifyManageProof'

/** Runs a case: each move is refused before its leaf is permitted, simulated, changed, and mined. */
export async function run(stage: Stage, { vault, steps }: Case): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'function') await (step as Deed)(stage)
    else await moved({ stage, vault }, step)
  }
}

type Scene = { readonly stage: Stage; readonly vault: Case['vault'] }

async function moved(scene: Scene, move: Move): Promise<void> {
  const { stage, vault } = scene
  const place = `${vault}: manager`
  const plan = await planOf(move, scene)
  const leaves = treeOf(scene, plan.leaves)
  const inside =
    plan.inner.length === 0
      ? null
      : treeOf(
          scene,
          plan.inner.flatMap((one) => one.leaves),
        )
  const context = await contextOf(scene, {
    tree: leaves,
    managerTree: inside,
    plans: [plan, ...plan.inner],
  })
  const { calldata, provenCalls } = await buildActions(context, [wishOf(plan)])
  const own = provenCalls.at(-1)!
  const { target, data, value: sent } = own
  const made = { target, data: data.toLowerCase(), value: sent }
  if (plan.call !== null)
    expect(made, move.route).toEqual({ ...plan.call, data: plan.call.data.toLowerCase() })
  const permit = (who: string, tree: LeafTree) =>
    stage.act([place, 'setManageRoot(address,bytes32)', [stage.of(who), rootTextOf(tree)]])
  const refuses = async (data: Hex, what: string) => {
    expect(await answerTo(scene, data), `${move.route} ${what}`).toBe(refused)
    tally.refusals++
  }
  await permit('strategist', treeOf(scene, [{ ...own.leaf, decoder: stage.of('owner') }]))
  await refuses(calldata, 'without its leaf')
  await permit('strategist', leaves)
  if (inside !== null) {
    await permit(place, leaves)
    await refuses(calldata, "without its actions under the Manager's own root")
    await permit(place, inside)
  }
  for (const { what, call } of changesOf(own, own.leaf)) {
    await refuses(encodeManage([...provenCalls.slice(0, -1), call]), `with another ${what}`)
  }
  await effected(scene, move, calldata)
  tally.moves++
}

type Trees = Pick<BuildContext, 'tree' | 'managerTree'> & { readonly plans: readonly Plan[] }

/** What the builder knows: the tree, the chain, the clock, and what a definition and its lock file say. */
async function contextOf(
  { stage, vault }: Scene,
  { plans, ...trees }: Trees,
): Promise<BuildContext> {
  const { chain, of } = stage
  const block = await chain.readBlock('latest')
  return {
    ...trees,
    vault: of(vault),
    manager: of(`${vault}: manager`),
    chainId: chain.id,
    knowledge: knowledgeOf(stage, plans),
    reads: (calls) => chain.readCalls(calls, block),
    now: block.timestamp,
  }
}

/** Simulates, mines, and compares both with what the move says that it does. */
async function effected(scene: Scene, move: Move, data: Hex): Promise<void> {
  const { stage, vault } = scene
  const self = move.through === undefined ? vault : `${vault}: drone`
  const manager = stage.of(`${vault}: manager`)
  const others = await Promise.all(Object.keys(move.others ?? {}).map((key) => held(stage, key)))
  const before = await Promise.all((move.probes ?? []).map((probe) => probed(stage, probe)))
  const watch = Object.keys(move.changes)
    .map(stage.of)
    .filter((token) => token !== native)
  const request = { from: stage.of('strategist'), to: manager, data, vault: stage.of(self), watch }
  const simulation = await simulateOnNode(stage.chain, request)
  expect(simulation.outcome, move.route).toEqual({ status: 'success' })
  await compared(stage, move, simulation)
  const { timestamp } = await stage.chain.readBlock('latest')
  await value(stage.rpc, 'evm_setNextBlockTimestamp', Number(timestamp) + 1)
  const mined = await value(stage.rpc, 'eth_sendTransactionSync', {
    from: stage.of('strategist'),
    to: manager,
    data,
    gas: '0xf00000',
  })
  const receipt = mined as {
    readonly status: Hex
    readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[]
  }
  expect(receipt.status, move.route).toBe('0x1')
  for (const { token, holder, after } of simulation.balances) {
    expect(await stage.balanceOf(token, holder), `${move.route}: ${token}`).toBe(after)
  }
  for (const [who, event] of move.logs ?? []) {
    const left = receipt.logs.filter(({ address }) => stage.of(address) === stage.of(who))
    expect(
      left.map(({ topics }) => topics[0]),
      `${who} leaves ${event}`,
    ).toContain(topicOf(event))
  }
  for (const [at, [key, change]] of Object.entries(move.others ?? {}).entries()) {
    const [token, was] = others[at]!
    const [, is] = await held(stage, key)
    await within(stage, { what: `${move.route}: ${key}`, token, was, is, change })
  }
  for (const [at, probe] of (move.probes ?? []).entries()) {
    const after = await probed(stage, probe)
    if ('becomes' in probe) expect(after, probe.view).toEqual(namesIn(stage, probe.becomes))
    if (probe.change === undefined) continue
    const change = BigInt(after as bigint) - BigInt(before[at] as bigint)
    const [least, most] =
      typeof probe.change === 'bigint' ? [probe.change, probe.change] : probe.change
    expect(change >= least && change <= most, `${probe.at}.${probe.view}: ${change}`).toBe(true)
  }
}

/** Every balance that changes is one that the move names, by as much; allowances are used up. */
async function compared(stage: Stage, move: Move, simulation: Simulation): Promise<void> {
  const { balances, approvals } = simulation
  const nameOf = (account: Address) =>
    [...stage.names].find(([, address]) => address === account)?.[0] ?? account
  const changed = balances.filter(({ change }) => change !== 0n)
  const told = changed.map(({ token, change }) => `${nameOf(token)} ${change}`)
  expect(changed.map(({ token }) => nameOf(token)).sort(), `${move.route}: ${told}`).toEqual(
    Object.keys(move.changes).sort(),
  )
  for (const { token, before, after } of changed) {
    const what = `${move.route}: ${nameOf(token)}`
    await within(stage, {
      what,
      token,
      was: before,
      is: after,
      change: move.changes[nameOf(token)]!,
    })
  }
  const left = approvals
    .filter(({ owner, amount }) => owner === simulation.vault && amount !== 0n)
    .map(({ token, spender }) => `${nameOf(token)} for ${nameOf(spender)}`)
  expect(left.sort(), `${move.route}: allowances`).toEqual([...(move.left ?? [])].sort())
}

type Comparison = {
  readonly what: string
  readonly token: Address
  readonly was: bigint
  readonly is: bigint
  readonly change: Change
}

async function within(stage: Stage, { what, token, was, is, change }: Comparison): Promise<void> {
  const decimals = await tokenDecimals(stage, token)
  const [least, most] = (typeof change === 'string' ? [change, change] : change).map((text) =>
    text.startsWith('-') ? -parseUnits(text.slice(1), decimals) : parseUnits(text, decimals),
  ) as [bigint, bigint]
  const found = is - was
  expect(found >= least && found <= most, `${what}: ${found}, not ${change}`).toBe(true)
}

/** `WETH of Local USD`: the token and how much there is. */
async function held(stage: Stage, key: string): Promise<readonly [Address, bigint]> {
  const [token, holder] = key.split(' of ') as [string, string]
  return [stage.of(token), await stage.balanceOf(token, holder)]
}

async function probed(stage: Stage, { at, view, args = [], field }: Probe): Promise<unknown> {
  const answer = await stage.ask([at, view, namesIn(stage, args) as readonly unknown[]])
  return Array.isArray(answer) && field !== undefined ? answer[field] : answer
}

/** What the Manager answers: the name of its error, or `success`. */
async function answerTo({ stage, vault }: Scene, data: Hex): Promise<string> {
  const to = stage.of(`${vault}: manager`)
  const transaction = { from: stage.of('strategist'), to, data, gas: '0xf00000' }
  const [answer] = await stage.rpc.ask([{ method: 'eth_call', params: [transaction, 'latest'] }])
  if (answer?.ok === true) return 'success'
  const revert = decodeRevert((answer?.error.data ?? '0x') as Hex)
  return revert.name ?? revert.data
}

/** The leaves, beside one that every tree with a drone has, and one of nobody's. */
function treeOf({ stage, vault }: Scene, leaves: readonly Leaf[]): LeafTree {
  const { decoder } = leaves[0]!
  const drone = { decoder, target: stage.of(`${vault}: drone`) }
  return buildLeafTree([
    buildLeaf({ decoder, ...nothing }),
    buildLeaf({ ...drone, signature: 'withdrawNativeFromDrone()', arguments: [] }),
    ...leaves,
  ])
}

const nothing = {
  target: '0x0000000000000000000000000000000000005678' as Address,
  signature: 'nothing()',
  arguments: [],
} as const
const rootTextOf = (tree: LeafTree): Hex => printHex(rootOf(tree.tree))
