import {
  type AbiValue,
  appendDroneTarget,
  type Call,
  encodeFlashLoanUserData,
  type Leaf,
} from '@vaultwright/manager'
import {
  type Action,
  type AnyValues,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  encodeAction,
  type Knowledge,
  leafOf,
  noKnowledge,
  type Pattern,
  patternsOf,
  ruleBook,
  type Seat,
} from '@vaultwright/protocols'
import type { Case, Move, Wish } from './case.ts'
import { native, type Stage } from './stage.ts'
import { namesIn, valuesOf } from './value.ts'

/** What a move needs, and the call that it must be. */
export type Plan = {
  readonly route: string
  readonly params: Readonly<Record<string, unknown>>
  /** Of its approvals, and last of its own call. */
  readonly leaves: readonly Leaf[]
  /** Its own call; null where others are inside of it. */
  readonly call: Call | null
  readonly action: Action
  readonly values: AnyValues
  /** What runs inside the loan. */
  readonly inner: readonly Plan[]
}

/** Where a case plays. */
export type Scene = { readonly stage: Stage; readonly vault: Case['vault'] }

/** Works out what a move calls and the leaves that permit it, without the builder. */
export async function planOf(move: Wish & Pick<Move, 'inner'>, scene: Scene): Promise<Plan> {
  const { stage, vault } = scene
  const { route } = move
  const action = actionOf(route)
  if (action === null) throw new Error(`There is no action ${route}.`)
  const inner: Plan[] = []
  for (const one of move.inner ?? []) inner.push(await planOf(one, scene))
  const drone = move.through === undefined ? null : stage.of(`${vault}: drone`)
  const place = { self: drone ?? stage.of(vault), manager: stage.of(`${vault}: manager`) }
  const params = await paramsOf(move, stage)
  const loaned = move.inner === undefined ? {} : { actions: encodeFlashLoanUserData([]) }
  const values = await valuesOf({ stage, action, place, given: { ...params, ...loaned } })
  const value = action.value(values)
  const { pattern, seat } = await seatOf(action, { stage, values, value, place, drone })
  const leaves = [
    ...approvalsOf(action, values as never)
      .filter(({ token }) => token !== native)
      .flatMap((wanted) => approvalLeavesOf(wanted, seat)),
    leafOf(pattern, values as never, seat),
  ]
  const target = values[pattern.target] as Call['target']
  const data =
    action.calldata === null
      ? encodeAction(action, values)
      : (values[action.calldata] as Call['data'])
  const call = move.inner === undefined ? through(drone, { target, data, value }) : null
  const wanted = call === null ? { ...params, actions: inner.map(wishOf) } : params
  return { route, params: wanted, leaves, call, action, values, inner }
}

/** What a definition and its lock file would say: whose contracts are called, and facts of accounts. */
export function knowledgeOf({ of }: Stage, plans: readonly Plan[]): Knowledge {
  const owners = new Map<string, string>()
  const facts = new Map<string, AbiValue>()
  for (const { route, action, values } of plans) {
    owners.set(String(values[action.target]), route.slice(0, route.indexOf('/')))
    for (const [name, { fact }] of Object.entries(action.parameters)) {
      if (fact !== undefined) facts.set(`${values[fact.of]} ${fact.call}`, values[name]!)
    }
  }
  return {
    ...noKnowledge,
    protocolsOf: (account) => [owners.get(account) ?? []].flat(),
    factOf: (account, call) => facts.get(`${account} ${call}`) ?? null,
    // No chain tells that a token wants its allowance reset.
    tokenOf: (account) =>
      account === of('USDT') ? { symbol: 'USDT', decimals: 6, resetsApproval: true } : null,
  }
}

/** A wish as the builder takes it. */
export function wishOf({ route, params }: Plan) {
  return { route, params }
}

/** What was given, with addresses for names. */
async function paramsOf({ params }: Wish, stage: Stage): Promise<Plan['params']> {
  const found: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(params)) {
    found[name] = namesIn(stage, typeof given === 'function' ? await given(stage) : given)
  }
  return found
}

type Acting = {
  readonly stage: Stage
  readonly values: AnyValues
  readonly value: bigint
  readonly place: Pick<Seat, 'self' | 'manager'>
  readonly drone: Seat['drone']
}

/** The first shape of the leaf that a decoder on the chain packs. */
async function seatOf(
  action: Action,
  { stage, values, value, place, drone }: Acting,
): Promise<{ readonly pattern: Pattern; readonly seat: Seat }> {
  const lengths = Object.entries(action.parameters)
    .filter(([, { kind }]) => kind === 'tokens')
    .map(([name]) => (values[name] as readonly unknown[]).length)
  for (const pattern of patternsOf(action, ruleBook)) {
    if (pattern.size !== null && !lengths.includes(pattern.size)) continue
    if (pattern.canSendValue !== value > 0n) continue
    const decoder = await stage.decoderOf(pattern)
    if (decoder !== null) return { pattern, seat: { ...place, decoder, drone } }
  }
  throw new Error(`No decoder on the chain packs ${action.route}.`)
}

function through(drone: Seat['drone'], call: Call): Call {
  if (drone === null) return call
  return { ...call, target: drone, data: appendDroneTarget(call.data, call.target) }
}
