import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { droneTargetOf } from '@vaultwright/manager'
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
