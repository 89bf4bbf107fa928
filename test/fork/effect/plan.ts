import { isSameAddress } from '@vaultwright/base'
import {
  appendDroneTarget,
  type Call,
  encodeCall,
  encodeFlashLoanUserData,
  type Leaf,
  type ManageCall,
  parseSignature,
} from '@vaultwright/manager'
import {
  type Action,
  type AnyValues,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  encodeAction,
  leafOf,
  type Pattern,
  patternsOf,
  ruleBook,
  type Seat,
} from '@vaultwright/protocols'
import type { Case, Move } from './case.ts'
import type { Stage } from './stage.ts'
import { namesIn, valuesOf } from './value.ts'

/** A call and the leaf that permits it. */
export type Permitted = { readonly call: Call; readonly leaf: Leaf }

/** What a move does, before anything is proven. */
export type Plan = {
  readonly action: Action
  readonly values: AnyValues
  readonly params: Readonly<Record<string, unknown>>
  /** Approvals first, the action last. */
  readonly calls: readonly Permitted[]
  /** Inside the loan. */
  readonly inner: readonly Plan[]
}

/** Proves the calls that run inside a loan, for its user data. */
export type Prove = (calls: readonly Permitted[]) => readonly ManageCall[]

type Scene = { readonly stage: Stage; readonly vault: Case['vault']; readonly prove: Prove }

/** Works out the calls of a move and the leaves that permit them. */
export async function planOf(move: Move, scene: Scene): Promise<Plan> {
  const { stage, vault } = scene
  const action = actionOf(move.route)
  if (action === null) throw new Error(`There is no action ${move.route}.`)
  const inner: Plan[] = []
  for (const one of move.inner ?? []) inner.push(await planOf(one, scene))
  const drone = move.through === undefined ? null : stage.of(`${vault}: drone`)
  const place = { self: drone ?? stage.of(vault), manager: stage.of(`${vault}: manager`) }
  const params = await paramsOf(move, stage)
  const loaned =
    move.inner === undefined
      ? {}
      : { actions: encodeFlashLoanUserData(scene.prove(inner.flatMap(({ calls }) => calls))) }
  const values = await valuesOf({ stage, action, place, given: { ...params, ...loaned } })
  const value = action.value(values)
  const { pattern, seat } = await seatOf(action, { stage, values, value, place, drone })
  const target = (
    pattern.target === 'manager' ? place.manager : values[pattern.target]
  ) as Call['target']
  const data =
    move.params.data === undefined || action.calldata === null
      ? encodeAction(action, values)
      : (values[action.calldata] as Call['data'])
  const own = { call: { target, data, value }, leaf: leafOf(pattern, values as never, seat) }
  const approvals = await approvedOf(action, { stage, values, seat })
  const calls = [...approvals, own].map(({ call, leaf }) => ({ call: through(drone, call), leaf }))
  return { action, values, params, calls, inner }
}

/** What was given, with addresses for names. */
async function paramsOf({ params }: Move, stage: Stage): Promise<Plan['params']> {
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

type Approving = { readonly stage: Stage; readonly values: AnyValues; readonly seat: Seat }

/** Approves exactly what the action takes; a token that demands it gets its allowance reset first. */
async function approvedOf(
  action: Action,
  { stage, values, seat }: Approving,
): Promise<readonly Permitted[]> {
  const found: Permitted[] = []
  for (const wanted of approvalsOf(action, values as never)) {
    const amounts = values[wanted.approval.amount] as bigint | readonly bigint[]
    const amount =
      typeof amounts === 'bigint'
        ? amounts
        : wanted.index === null
          ? amounts.reduce((sum, one) => sum + one, 0n)
          : amounts[wanted.index]!
    const leaf: Leaf = approvalLeavesOf(wanted, seat)[0]!
    const { token, spender } = wanted
    const pair = 'allowance(address,address) view returns (uint256)'
    const allowed = (await stage.ask([token, pair, [seat.self, spender]])) as bigint
    const isReset = allowed > 0n && isSameAddress(token, stage.of('USDT'))
    for (const each of isReset ? [0n, amount] : [amount]) {
      const fn = parseSignature('approve(address,uint256)')
      found.push({
        call: { target: token, data: encodeCall(fn, [spender, each]), value: 0n },
        leaf,
      })
    }
  }
  return found
}

function through(drone: Seat['drone'], call: Call): Call {
  if (drone === null) return call
  return { ...call, target: drone, data: appendDroneTarget(call.data, call.target) }
}
