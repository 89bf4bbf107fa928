import { type Address, printHex } from '@vaultwright/base'
import { type BuildContext, type Built, buildActions } from '@vaultwright/builder'
import {
  buildLeaf,
  buildLeafTree,
  encodeManage,
  type Leaf,
  type LeafTree,
} from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { decodeRevert } from '@vaultwright/outcome'
import type { Hex } from 'viem'
import { expect } from 'vitest'
import type { ActionStep, ChainStep, EffectCase } from './case.ts'
import { assertEffect } from './effect.ts'
import type { EffectChain } from './effect-chain.ts'
import { type ActionPlan, knownFactsOf, planOf, requestOf, type VaultOnChain } from './plan.ts'
import { changesOf } from './refusal.ts'

/** The counts of tries. */
export const counts = { moves: 0, refusals: 0 }

const setRoot = 'setManageRoot(address,bytes32)'
const refused = 'ManagerWithMerkleVerification__FailedToVerifyManageProof'

/** Runs a case: each move is refused before its leaf is permitted, simulated, changed, and mined. */
export async function run(effectChain: EffectChain, { vault, steps }: EffectCase): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'function') await (step as ChainStep)(effectChain)
    else await runActionStep({ effectChain, vault }, step)
  }
}

async function runActionStep(vaultOnChain: VaultOnChain, move: ActionStep): Promise<void> {
  const plans: ActionPlan[] = []
  for (const request of [move, ...(move.and ?? [])]) plans.push(await planOf(request, vaultOnChain))
  const trees = treesOf(vaultOnChain, plans)
  const built = await buildActions(
    await contextOf(vaultOnChain, trees, plans),
    plans.map(requestOf),
  )
  for (const [index, { route, call }] of plans.entries()) {
    const { target, data, value } = built.actions[index]!.calls.at(-1)!
    if (call === null) continue
    const builtCall = { target, data: data.toLowerCase(), value }
    expect(builtCall, route).toEqual({ ...call, data: call.data.toLowerCase() })
  }
  const { calldata, provenCalls } = built
  if (move.calls !== undefined) expect(provenCalls.length, move.route).toBe(move.calls)
  await assertRefusedOtherwise(vaultOnChain, move.route, { ...trees, calldata, provenCalls })
  await assertEffect(vaultOnChain, move, calldata)
  counts.moves += plans.length
}

type Trees = Pick<BuildContext, 'tree' | 'managerTree'>
type ProvenAttempt = Trees & Pick<Built, 'calldata' | 'provenCalls'>

/** Permits a batch, after and before which every other way is refused. */
async function assertRefusedOtherwise(
  vaultOnChain: VaultOnChain,
  route: string,
  attempt: ProvenAttempt,
): Promise<void> {
  const { effectChain, vault } = vaultOnChain
  const { tree, managerTree, calldata, provenCalls } = attempt
  const manager = `${vault}: manager`
  const permit = (who: string, permitted: LeafTree) =>
    effectChain.act([manager, setRoot, [effectChain.of(who), printHex(rootOf(permitted.tree))]])
  const refuses = async (data: Hex, what: string) => {
    expect(await answerTo(vaultOnChain, data), `${route} ${what}`).toBe(refused)
    counts.refusals++
  }
  const provenAction = provenCalls.at(-1)!
  const withheld = treeOf(vaultOnChain, [
    { ...provenAction.leaf, decoder: effectChain.of('owner') },
  ])
  await permit('strategist', withheld)
  await refuses(calldata, 'without its leaf')
  await permit('strategist', tree)
  if (managerTree !== null) {
    await permit(manager, withheld)
    await refuses(calldata, "without its actions under the Manager's own root")
    await permit(manager, managerTree)
  }
  for (const { what, call } of changesOf(provenAction)) {
    await refuses(encodeManage([...provenCalls.slice(0, -1), call]), `with another ${what}`)
  }
}

/** The context of the builder: the tree, the chain, the clock, and what a definition and its lock file say. */
async function contextOf(
  { effectChain, vault }: VaultOnChain,
  trees: Trees,
  plans: readonly ActionPlan[],
): Promise<BuildContext> {
  const { chain, of } = effectChain
  const block = await chain.readBlock('latest')
  return {
    ...trees,
    vault: of(vault),
    manager: of(`${vault}: manager`),
    chainId: chain.id,
    knownFacts: knownFactsOf(effectChain, plans),
    reads: (calls) => chain.readCalls(calls, block),
    now: block.timestamp,
  }
}

function treesOf(vaultOnChain: VaultOnChain, plans: readonly ActionPlan[]): Trees {
  const leavesOf = (list: readonly ActionPlan[]) => list.flatMap(({ leaves }) => leaves)
  const inner = plans.flatMap((plan) => plan.inner)
  const tree = treeOf(vaultOnChain, leavesOf(plans))
  return { tree, managerTree: inner.length === 0 ? null : treeOf(vaultOnChain, leavesOf(inner)) }
}

/** The answer of the Manager: the name of its error, or `success`. */
async function answerTo({ effectChain, vault }: VaultOnChain, data: Hex): Promise<string> {
  const to = effectChain.of(`${vault}: manager`)
  const transaction = { from: effectChain.of('strategist'), to, data, gas: '0xf00000' }
  const [answer] = await effectChain.rpc.ask([
    { method: 'eth_call', params: [transaction, 'latest'] },
  ])
  if (answer?.ok === true) return 'success'
  const revert = decodeRevert((answer?.error.data ?? '0x') as Hex)
  return revert.name ?? revert.data
}

/** The leaves, beside one that every tree with a drone has, and one of an unknown account. */
function treeOf({ effectChain, vault }: VaultOnChain, leaves: readonly Leaf[]): LeafTree {
  const { decoder } = leaves[0]!
  const drone = { decoder, target: effectChain.of(`${vault}: drone`) }
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
