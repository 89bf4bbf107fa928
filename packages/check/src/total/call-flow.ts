import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type AbiValue, type DecodedBatch, droneTargetOf } from '@vaultwright/manager'
import { amountIn, approvalIn, isUnlimited } from '@vaultwright/packet'
import {
  type ActionParameter,
  approvalsOf,
  type Binding,
  type CallContext,
  type CallDescription,
  type DecodedAction,
  describeCall,
  permit2Address,
  type ReadableCall,
  readingsOfCall,
  roleOf,
} from '@vaultwright/protocols'
import { contractsAt, nativeAsset } from '@vaultwright/registry'
import { type TokenFlow, type TokenMovement, unreadFlows } from './flow.ts'

/** Parameters that say exactly how much an action moves; others say how much at most. */
const exactNames = new Set(['amount', 'amount_in', 'assets', 'sell_amount', 'shares', 'token_in'])
/** Actions that pay their `amount` to the vault, in the token that they name. */
const paying = /\/(withdraw|borrow)(_collateral|_default)?$/
const wordMax = 2n ** 256n - 1n

type FlowReading = ReturnType<typeof readingsOfCall>[number]

/**
 * Reads what the calls of a batch move, those inside flash loans too.
 *
 * Calldata shows what may be pulled and the minimum that must come out; what it does not show is `unread`.
 *
 * @param context - `vault` null: then nothing is known to stay inside.
 */
export function flowsOfBatch(batch: DecodedBatch, context: CallContext): readonly TokenFlow[] {
  return flowsWithin(batch, context, [])
}

function flowsWithin(
  { calls }: DecodedBatch,
  context: CallContext,
  parents: readonly number[],
): readonly TokenFlow[] {
  return calls.flatMap((call, index) => {
    const path = [...parents, index]
    const flows = flowsOfCall(call, context, `call ${path.join('.')}`)
    return call.loan === null ? flows : [...flows, ...flowsWithin(call.loan.batch, context, path)]
  })
}

/** Reads what one call moves. */
export function flowsOfCall(
  call: ReadableCall,
  context: CallContext,
  place: string,
): readonly TokenFlow[] {
  const approval = approvalIn(call)
  if (approval !== null) {
    const { token, spender, amount } = approval
    const until = expiryIn(call)
    return [{ kind: 'approves', token, spender, amount, isUnlimited: isUnlimited(approval), until }]
  }
  const description = describeCall(call, context)
  const paid: readonly TokenFlow[] =
    call.value === 0n ? [] : [{ ...move('leaves', nativeAsset, call.value), to: call.target }]
  const outside = outsideOf(description, call, context)
  const isOpaque = description.signature === null || description.unread !== null
  const unread = unreadFlows(place).filter(
    (flow) => isOpaque || (flow.kind === 'unread' && flow.part !== 'accounts'),
  )
  const readings = readingsOfCall(call).filter(({ action }) =>
    description.routes.includes(action.route),
  )
  const moves = readings.map((reading) => movesOf(reading, call, { place, context }))
  const [first] = moves
  const isOne = first !== undefined && moves.every((each) => printMoves(each) === printMoves(first))
  const isRead = isOne && !readings.some(({ isOpaque }) => isOpaque)
  return [...paid, ...(isRead ? first : unread), ...outside]
}

type FlowContext = { readonly place: string; readonly context: CallContext }

function movesOf(
  reading: FlowReading,
  call: ReadableCall,
  { place, context }: FlowContext,
): readonly TokenFlow[] {
  const { action, values } = reading
  const pulled = approvalsOf(action, values as Binding).map(
    ({ token, spender, index, approval }) => {
      const value = values[approval.amount]
      const amount = value === undefined ? null : amountIn(value, index)
      const isExact = exactNames.has(approval.amount)
      const puller = approval.through === 'permit2' ? permit2Address : spender
      const bound = isExact ? 'exact' : 'max'
      return {
        ...move('leaves', token, amount === wordMax ? null : amount),
        bound,
        puller,
        to: spender,
      } as const
    },
  )
  const entered = enteringOf(reading, context)
  const sent = action.route === 'erc_20/transfer' ? sentBy(call, values) : []
  const isLeavingRead =
    pulled.length + sent.length > 0 || call.value > 0n ? !movesMore(reading, sent) : false
  const isEnteringRead = sent.length > 0 || (entered.length > 0 && action.calldata === null)
  const unread = [
    ...(isLeavingRead ? [] : ['leaves' as const]),
    ...(isEnteringRead ? [] : ['enters' as const]),
  ].map((part): TokenFlow => ({ kind: 'unread', part, place }))
  return [...pulled, ...sent, ...entered, ...unread]
}

/** True if an action has amounts that no allowance, no value and no payment stands for, or allowances without a value. */
function movesMore({ action, values }: FlowReading, sent: readonly TokenMovement[]): boolean {
  const covered = new Set(action.approvals.map(({ amount }) => amount))
  const isOpen = action.approvals.some(
    ({ token, spender }) =>
      values[token] === undefined || !(spender.startsWith('0x') || spender in values),
  )
  const uncovered = Object.entries(action.parameters).filter(
    ([name, parameter]) =>
      /^amounts?$/.test(parameter.kind) &&
      !covered.has(name) &&
      !isNative(parameter) &&
      !isPayment(name, parameter, action.route),
  )
  return isOpen || (uncovered.length > 0 && sent.length === 0)
}

/** Minimum outputs, and the amount of what pays out, where the action acts for the vault. */
function enteringOf({ action, values, least }: FlowReading, { vault, drones }: CallContext) {
  const { self } = values
  const insiders = [vault, ...drones]
  const isInside =
    typeof self !== 'string' ||
    insiders.some((each) => each !== null && isSameAddress(self as Address, each))
  if (!isInside || vault === null) return []
  const moves: TokenMovement[] = []
  for (const [name, parameter] of Object.entries(action.parameters)) {
    if (!('unit' in parameter) || typeof parameter.unit !== 'string') continue
    const isMinimum = parameter.kind === 'minimum' || parameter.kind === 'minimums'
    const isPaid = isPayment(name, parameter, action.route)
    if (!isMinimum && !isPaid) continue
    const token = parameter.unit === 'native' ? nativeAsset : values[parameter.unit]
    const value = values[name]
    const tokens = Array.isArray(token) ? token : [token]
    const amounts = Array.isArray(value) ? value : [value]
    for (const [index, each] of tokens.entries()) {
      const amount: AbiValue | undefined = amounts[index]
      if (typeof each !== 'string' || typeof amount !== 'bigint') continue
      const isNothing = each === zeroAddress || (amount === 0n && isMinimum)
      if (isNothing) continue
      const bound = isMinimum ? 'min' : 'exact'
      const isWhole = amount === wordMax
      moves.push({ ...move('enters', each as Address, isWhole ? null : amount), bound })
    }
  }
  const bought = values.token_out
  if (least !== null && least > 0n && typeof bought === 'string')
    moves.push({ ...move('enters', bought as Address, least), bound: 'min' })
  return moves
}

function isPayment(name: string, parameter: ActionParameter, route: string): boolean {
  if (parameter.kind !== 'amount') return false
  return name === 'bought' || (paying.test(route) && (name === 'amount' || name === 'assets'))
}

function isNative(parameter: ActionParameter): boolean {
  return parameter.kind === 'amount' && parameter.unit === 'native'
}

function sentBy(call: ReadableCall, values: DecodedAction['values']): readonly TokenMovement[] {
  const amount = values.amount
  if (typeof amount !== 'bigint') return []
  const to = typeof values.to === 'string' ? (values.to as Address) : null
  return [{ ...move('leaves', droneTargetOf(call.data) ?? call.target, amount), to }]
}

function move(kind: TokenMovement['kind'], token: Address, amount: bigint | null): TokenMovement {
  return { kind, token, amount, bound: 'exact', puller: null, to: null }
}

/** Receivers, owners and beneficiaries that are neither the vault, nor its drones, nor on record. */
function outsideOf(
  { arguments: args, target }: CallDescription,
  call: ReadableCall,
  { chainId, vault, drones, names }: CallContext,
): readonly TokenFlow[] {
  const insiders = [vault, target, call.target, ...drones].flatMap((each) => each ?? [])
  return args.flatMap(({ path, type, value, use }) => {
    const isReceiver = use === 'self' || roleOf(path) === 'recipient'
    if (!isReceiver || typeof value !== 'string' || !/^(address|bytes32)$/.test(type)) return []
    if (/^0x0*$/.test(value)) return []
    const account = value as Address
    const evm = type === 'address' ? account : (`0x${value.slice(26)}` as Address)
    if (insiders.some((each) => isSameAddress(each, evm))) return []
    const isOnRecord =
      names(account)?.source === 'registry' ||
      (chainId !== null && type === 'address' && contractsAt(chainId, account).length > 0)
    return isOnRecord ? [] : [{ kind: 'outside', account }]
  })
}

/** Permit2's allowances end; those of a token do not. */
function expiryIn({ data }: ReadableCall): bigint | null {
  const words = data.slice(10).match(/.{64}/g) ?? []
  return data.toLowerCase().startsWith('0x87517c45') && words[3] !== undefined
    ? BigInt(`0x${words[3]}`)
    : null
}

function printMoves(flows: readonly TokenFlow[]): string {
  return JSON.stringify(flows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
