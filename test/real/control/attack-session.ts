import type { ControlAccount, Selector, UnproxiedAccount } from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { numberToHex, padHex } from 'viem'
import type { RealChain, RealReceipt } from '../world/real-chain.ts'
import { attacker } from './attack-call.ts'
import type { BuiltControl } from './build.ts'
import { tools } from './tool-code.ts'

/** The means and the questions of an attack. */
export type AttackTerms = {
  /** `address` for a key, `?address` for code that obeys. */
  readonly has: ReadonlySet<string>
  /** The functions that are tried, by contract. */
  readonly rows: readonly (readonly [Address, Selector])[]
  /** Seconds, ascending, 0 first. */
  readonly delays: readonly number[]
}

/** A call as a node takes it. */
export type NodeCall = { readonly from: Address; readonly to: Address; readonly data: Hex }

/** A caller of a contract, and the call that makes it call. */
export type Caller = { readonly by: Address; readonly send: (data: Hex) => NodeCall }

/** An attack under way: what was reached, who obeys, and the node. */
export type AttackSession = ReturnType<typeof openAttack>

/** Begins an attack on contracts of a node. */
export function openAttack(
  chain: RealChain,
  { state, masters }: BuiltControl,
  { has, rows, delays }: AttackTerms,
) {
  const reached = new Map<string, number>()
  const voices = new Set<Address>([attacker])
  const done = new Set<string>()
  const clock = { now: 0, changes: 1 }
  const accounts: ReadonlyMap<Address, UnproxiedAccount> = new Map(
    [...state].map(([address, account]) => [address, behindOf(account)] as const),
  )
  for (const [address, { kind }] of accounts)
    if ((kind === 'key' || kind === 'delegated') && has.has(address)) voices.add(address)

  const gas = numberToHex(30_000_000)
  /** Sends a transaction of any account. @returns null if it failed. */
  const transact = async (call: NodeCall): Promise<RealReceipt | null> => {
    const sent = { ...call, gas, gasPrice: '0x0' }
    const [answer] = await chain.anvil.rpc.ask([
      { method: 'eth_sendTransactionSync', params: [sent] },
    ])
    const receipt = answer?.ok === true ? (answer.value as RealReceipt) : null
    return receipt?.status === '0x1' ? receipt : null
  }
  /** Asks which calls go through, without making them; where it is not strict, one that fails behind the check of its caller does. */
  const ask = async (
    calls: readonly NodeCall[],
    isStrict: boolean,
  ): Promise<readonly boolean[]> => {
    const answers = await chain.anvil.rpc.ask(
      calls.map((call) => ({ method: 'eth_call', params: [{ ...call, gas }, 'latest'] })),
    )
    return answers.map((answer) => {
      if (answer.ok) return true
      const { data } = answer.error
      return !isStrict && data !== null && data.length > 2 && !data.includes(unauthorized)
    })
  }
  /** The accounts that call a contract: those that obey, and Safes whose fallback handler it is. */
  const callersOf = (target: Address): readonly Caller[] => [
    ...[...voices].map((by) => ({ by, send: (data: Hex) => ({ from: by, to: target, data }) })),
    ...[...accounts].flatMap(([safe, account]) =>
      account.kind === 'safe' && account.fallbackHandler === target && !voices.has(safe)
        ? [{ by: safe, send: (data: Hex) => ({ from: attacker, to: safe, data }) }]
        : [],
    ),
  ]
  /** The first caller whose call succeeds; null if there is none. */
  const findCaller = async (target: Address, data: Hex): Promise<Caller | null> => {
    const callers = callersOf(target)
    const isLet = await ask(
      callers.map(({ send }) => send(data)),
      true,
    )
    return callers[isLet.indexOf(true)] ?? null
  }
  return {
    chain,
    state,
    accounts,
    has,
    rows,
    delays,
    reached,
    voices,
    clock,
    transact,
    ask,
    callersOf,
    findCaller,
    /** Makes some caller call a contract. @returns null if none gets through. */
    reach: async (target: Address, data: Hex): Promise<RealReceipt | null> => {
      const caller = await findCaller(target, data)
      return caller === null ? null : transact(caller.send(data))
    },
    /** The key that code obeys, if the attack has it. */
    masterOf: (address: Address) => (has.has(`?${address}`) ? masters.get(address) : undefined),
    isDone: (id: string) => done.has(id),
    /** Does something once and for good; what fails is tried again. */
    once: async (id: string, act: () => Promise<unknown>) => {
      if (done.has(id) || (await act()) === null) return
      done.add(id)
      clock.changes++
    },
    note: (target: Address, selector: Selector) => {
      const id = `${target} ${selector}`
      if (reached.has(id)) return
      reached.set(id, clock.now)
      clock.changes++
    },
    obeys: (address: Address) => {
      if (voices.has(address)) return
      voices.add(address)
      clock.changes++
    },
  }
}

/** Tells whether an account called `ping` in a transaction. */
export function hasPinged(receipt: RealReceipt | null, by: Address): boolean {
  return (
    receipt?.logs.some(
      ({ address, topics }) =>
        address.toLowerCase() === tools.ping && topics[0] === padHex(by, { size: 32 }),
    ) === true
  )
}

function behindOf(account: ControlAccount): UnproxiedAccount {
  return account.kind === 'proxy' ? account.behind : account
}

const unauthorized = Buffer.from('UNAUTHORIZED').toString('hex')
