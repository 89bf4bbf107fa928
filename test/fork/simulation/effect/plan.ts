import {
  type AbiValue,
  appendDroneTarget,
  type Call,
  encodeFlashLoanUserData,
  type Leaf,
} from '@vaultwright/manager'
import {
  type Action,
  type ActionInputValues,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  emptyFacts,
  encodeAction,
  type KnownFacts,
  type LeafActor,
  leafOf,
  type Pattern,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import type { ActionStep, EffectCase, StepRequest } from './case.ts'
import { type EffectChain, native } from './effect-chain.ts'
import { namesIn, valuesOf } from './value.ts'

/** The needs of a move, and the call that it must be. */
export type ActionPlan = {
  readonly route: string
  readonly params: Readonly<Record<string, unknown>>
  /** Of its approvals, and last of its own call. */
  readonly leaves: readonly Leaf[]
  /** Its own call; null where others are inside of it. */
  readonly call: Call | null
  readonly action: Action
  readonly values: ActionInputValues
  /** The actions inside the loan. */
  readonly inner: readonly ActionPlan[]
}

/** The vault of a case. */
export type VaultOnChain = {
  readonly effectChain: EffectChain
  readonly vault: EffectCase['vault']
}

/** Works out what a move calls and the leaves that permit it, without the builder. */
export async function planOf(
  move: StepRequest & Pick<ActionStep, 'inner'>,
  vaultOnChain: VaultOnChain,
): Promise<ActionPlan> {
  const { effectChain, vault } = vaultOnChain
  const { route } = move
  const action = actionOf(route)
  if (action === null) throw new Error(`There is no action ${route}.`)
  const inner: ActionPlan[] = []
  for (const innerRequest of move.inner ?? []) inner.push(await planOf(innerRequest, vaultOnChain))
  const drone = move.through === undefined ? null : effectChain.of(`${vault}: drone`)
  const place = {
    self: drone ?? effectChain.of(vault),
    manager: effectChain.of(`${vault}: manager`),
  }
  const params = await paramsOf(move, effectChain)
  const loaned = move.inner === undefined ? {} : { actions: encodeFlashLoanUserData([]) }
  const values = await valuesOf({ effectChain, action, place, given: { ...params, ...loaned } })
  const value = action.value(values)
  const { pattern, actor } = await deploymentOf(action, {
    effectChain,
    values,
    value,
    place,
    drone,
  })
  const leaves = [
    ...approvalsOf(action, values as never)
      .filter(({ token }) => token !== native)
      .flatMap((wanted) => approvalLeavesOf(wanted, actor)),
    leafOf(pattern, values as never, actor),
  ]
  const target = values[pattern.target] as Call['target']
  const data =
    action.calldata === null
      ? encodeAction(action, values)
      : (values[action.calldata] as Call['data'])
  const call = move.inner === undefined ? throughDrone(drone, { target, data, value }) : null
  const allParams = call === null ? { ...params, actions: inner.map(requestOf) } : params
  return { route, params: allParams, leaves, call, action, values, inner }
}

/** The facts of a definition and its lock file: the owners of called contracts, and facts of accounts. */
export function knownFactsOf({ of }: EffectChain, plans: readonly ActionPlan[]): KnownFacts {
  const owners = new Map<string, string>()
  const facts = new Map<string, AbiValue>()
  for (const { route, action, values } of plans) {
    owners.set(String(values[action.target]), route.slice(0, route.indexOf('/')))
    for (const [name, { fact }] of Object.entries(action.parameters)) {
      if (fact !== undefined) facts.set(`${values[fact.of]} ${fact.call}`, values[name]!)
    }
  }
  return {
    ...emptyFacts,
    protocolsOf: (account) => [owners.get(account) ?? []].flat(),
    factOf: (account, call) => facts.get(`${account} ${call}`) ?? null,
    // No chain tells that a token wants its allowance reset.
    tokenOf: (account) =>
      account === of('USDT') ? { symbol: 'USDT', decimals: 6, resetsApproval: true } : null,
  }
}

/** A wish as the builder takes it. */
export function requestOf({ route, params }: ActionPlan) {
  return { route, params }
}

/** The parameters, with addresses for names. */
async function paramsOf(
  { params }: StepRequest,
  effectChain: EffectChain,
): Promise<ActionPlan['params']> {
  const resolved: Record<string, unknown> = {}
  for (const [name, input] of Object.entries(params)) {
    resolved[name] = namesIn(
      effectChain,
      typeof input === 'function' ? await input(effectChain) : input,
    )
  }
  return resolved
}

type ActingContext = {
  readonly effectChain: EffectChain
  readonly values: ActionInputValues
  readonly value: bigint
  readonly place: Pick<LeafActor, 'self' | 'manager'>
  readonly drone: LeafActor['drone']
}

/** The first shape of the leaf that a decoder on the chain packs. */
async function deploymentOf(
  action: Action,
  { effectChain, values, value, place, drone }: ActingContext,
): Promise<{ readonly pattern: Pattern; readonly actor: LeafActor }> {
  const lengths = Object.entries(action.parameters)
    .filter(([, { kind }]) => kind === 'tokens')
    .map(([name]) => (values[name] as readonly unknown[]).length)
  for (const pattern of patternsOf(action, ruleBook)) {
    if (pattern.size !== null && !lengths.includes(pattern.size)) continue
    if (pattern.canSendValue !== value > 0n) continue
    const decoder = await effectChain.decoderOf(pattern)
    if (decoder !== null) return { pattern, actor: { ...place, decoder, drone } }
  }
  throw new Error(`No decoder on the chain packs ${action.route}.`)
}

function throughDrone(drone: LeafActor['drone'], call: Call): Call {
  if (drone === null) return call
  return { ...call, target: drone, data: appendDroneTarget(call.data, call.target) }
}
