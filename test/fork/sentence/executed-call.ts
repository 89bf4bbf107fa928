import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type BatchCall, droneTargetOf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { nativeAsset } from '@vaultwright/registry'

/** A call of a trace, as `callTracer` gives it. */
export type CallFrame = {
  readonly type: string
  readonly from: Address
  readonly to?: Address
  readonly input: Hex
  readonly value?: Hex
  readonly error?: string
  readonly calls?: readonly CallFrame[]
  readonly logs?: readonly FrameLog[]
}

type FrameLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** The change of one account's balance of one token while a call ran; base units. */
export type TokenChange = {
  readonly token: Address
  readonly account: Address
  readonly amount: bigint
}

/** A transfer that a token reports, or one of the native coin. */
export type TokenTransfer = { readonly token: Address; readonly amount: bigint }

/** The amount an account may spend after a call. */
export type Allowance = {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** A call that the vault made for its Manager, as it ran. */
export type ExecutedCall = {
  /** The frame of the function: of the target, or behind a drone of the account that it called. */
  readonly frame: CallFrame
  /** The call that the vault made. */
  readonly outer: CallFrame
  /** The change of each account in all. */
  readonly changes: readonly TokenChange[]
  /** Each transfer by itself. */
  readonly transfers: readonly TokenTransfer[]
  readonly allowances: readonly Allowance[]
  /** The vault's calls for the Manager meanwhile, in order. */
  readonly inner: readonly ExecutedCall[]
}

const manageSelectors = ['0xf6e715d0', '0x224d8703']
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Permit2's own: `Approval(address,address,address,uint160,uint48)`. */
const permit2Approval = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/** Finds the calls that a vault made for its Manager; those inside a call are its own. */
export function executedCallsIn(
  frame: CallFrame,
  places: { readonly vault: Address; readonly drones: readonly Address[] },
): readonly ExecutedCall[] {
  const { vault, drones } = places
  const isManaging =
    frame.to !== undefined &&
    isSameAddress(frame.to, vault) &&
    manageSelectors.includes(frame.input.slice(0, 10))
  return (frame.calls ?? []).flatMap((inner) => {
    const deeper = executedCallsIn(inner, places)
    const isOwn = isManaging && inner.type === 'CALL' && isSameAddress(inner.from, vault)
    if (!isOwn) return deeper
    const behind = inner.calls?.find(({ type }) => type === 'CALL')
    const isDrone =
      drones.some((drone) => isSameAddress(drone, inner.to!)) &&
      droneTargetOf(inner.input) !== null &&
      behind !== undefined
    const effects = effectsIn(inner, vault)
    return [{ frame: isDrone ? behind : inner, outer: inner, ...effects, inner: deeper }]
  })
}

/** Pairs each described call with what ran; null where other calls ran, or in another order. */
export function pairCalls(
  calls: readonly BatchCall[],
  executed: readonly ExecutedCall[],
  above = '',
): readonly (readonly [string, ExecutedCall])[] | null {
  if (calls.length !== executed.length) return null
  const pairs: (readonly [string, ExecutedCall])[] = []
  for (const [index, { target, data, value, loan }] of calls.entries()) {
    const execution = executed[index]!
    const { outer, inner } = execution
    const isSame =
      isSameAddress(outer.to!, target) &&
      outer.input.toLowerCase() === data.toLowerCase() &&
      BigInt(outer.value ?? '0x0') === value
    const place = `${above}${index}`
    const ownCalls = loan === null ? inner : withoutRepayment(loan, inner)
    const deeper =
      ownCalls === null ? null : pairCalls(loan?.batch.calls ?? [], ownCalls, `${place}.`)
    if (!isSame || deeper === null) return null
    pairs.push([place, execution], ...deeper)
  }
  return pairs
}

/** After the calls of a loan its Manager has the vault give the tokens back: one transfer a token. */
function withoutRepayment(
  { tokens, amounts }: NonNullable<BatchCall['loan']>,
  executed: readonly ExecutedCall[],
): readonly ExecutedCall[] | null {
  const cut = executed.length - tokens.length
  const isRepaid = tokens.every((token, index) => {
    const { to, input } = executed[cut + index]?.outer ?? {}
    if (to === undefined || input === undefined || !isSameAddress(to, token)) return false
    return input.startsWith('0xa9059cbb') && BigInt(`0x${input.slice(74)}`) >= amounts[index]!
  })
  return isRepaid ? executed.slice(0, cut) : null
}

type Effects = Pick<ExecutedCall, 'changes' | 'allowances' | 'transfers'>

/** The effects of a call, without those of other calls of the vault inside it. */
function effectsIn(frame: CallFrame, vault: Address): Effects {
  const sums = new Map<string, TokenChange>()
  const allowances = new Map<string, Allowance>()
  const transfers: TokenTransfer[] = []
  const add = (token: Address, account: Address, amount: bigint) => {
    const key = `${token} ${account}`.toLowerCase()
    const before = sums.get(key)?.amount ?? 0n
    sums.set(key, { token, account, amount: before + amount })
  }
  const visit = ({ type, from, to, value, error, calls = [], logs = [], input }: CallFrame) => {
    if (error !== undefined) return
    if (type === 'CALL' && to !== undefined && BigInt(value ?? '0x0') > 0n) {
      add(nativeAsset, from, -BigInt(value!))
      add(nativeAsset, to, BigInt(value!))
      transfers.push({ token: nativeAsset, amount: BigInt(value!) })
    }
    if (
      to !== undefined &&
      isSameAddress(to, vault) &&
      manageSelectors.includes(input.slice(0, 10))
    )
      return
    for (const { address, topics, data } of logs) {
      if (topics[0] === permit2Approval) {
        const [owner, token, spender] = topics.slice(1).map(accountIn) as [
          Address,
          Address,
          Address,
        ]
        const amount = BigInt(data.slice(0, 66))
        allowances.set(`${token} ${owner} ${spender}`, { token, owner, spender, amount })
      }
      if (topics.length !== 3 || data.length !== 66) continue
      const [kind, topic, secondTopic] = topics as [Hex, Hex, Hex]
      const [first, second, amount] = [accountIn(topic), accountIn(secondTopic), BigInt(data)]
      if (kind === transfer) {
        add(address, first, -amount)
        add(address, second, amount)
        transfers.push({ token: address, amount })
      }
      if (kind === approval) {
        const key = `${address} ${first} ${second}`.toLowerCase()
        allowances.set(key, { token: address, owner: first, spender: second, amount })
      }
    }
    for (const inner of calls) visit(inner)
  }
  visit(frame)
  return { changes: [...sums.values()], allowances: [...allowances.values()], transfers }
}

function accountIn(topic: Hex): Address {
  return checksumOf(`0x${topic.slice(26)}`)
}
