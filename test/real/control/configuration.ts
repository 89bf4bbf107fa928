import {
  type ControlAccount,
  type ControlState,
  capabilityOf,
  type Selector,
  selectors,
} from '@vaultwright/access-control'
import { type Address, zeroAddress } from '@vaultwright/base'
import { addressNamed, randomState } from '../../support/evm/control/random-state.ts'

/** Delays that are so long that what an attack takes in time does not matter. */
const delays: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [60, 1_000_000],
  [3_600, 3_000_000],
  [86_400, 10_000_000],
])

/**
 * Makes a random configuration that can be built: what only a reading can be unsure of is known, a Safe that was never
 * set up has no lists, and a teller that manages may also mint and burn, without which no deposit goes through.
 */
export function buildableState(seed: number): ControlState {
  const state = new Map<Address, ControlAccount>()
  const random = randomState(seed, 4)
  for (const [address, account] of random) {
    const behind = account.kind === 'proxy' ? account.behind : account
    const certain = buildable(behind, random) as typeof behind
    state.set(address, account.kind === 'proxy' ? { ...account, behind: certain } : certain)
  }
  return state
}

function buildable(account: ControlAccount, random: ControlState): ControlAccount {
  switch (account.kind) {
    case 'safe':
      if (account.threshold > 0) return account
      return { ...account, owners: [], modules: [], fallbackHandler: zeroAddress, isComplete: true }
    case 'timelock':
      return { ...account, minDelay: delays.get(account.minDelay)! }
    case 'contract':
      return { ...account, isKnown: true }
    case 'authority': {
      const capabilities = new Map(account.capabilities)
      const vault = addressNamed('vault')
      const managers = capabilities.get(capabilityOf(vault, selectors.manageBatch)) ?? 0n
      for (const selector of [selectors.enter, exit]) {
        const capability = capabilityOf(vault, selector)
        const bits = (capabilities.get(capability) ?? 0n) | managers
        if (bits !== 0n) capabilities.set(capability, bits)
      }
      // The random state gives a role to a teller also where there is none.
      const roles = new Map([...account.roles].filter(([user]) => random.has(user)))
      return { ...account, roles, capabilities, isComplete: true }
    }
    default:
      return account
  }
}

const exit: Selector = '0x18457e61'

/** Puts other addresses into a state. */
export function withAddresses<Value>(
  value: Value,
  addresses: ReadonlyMap<Address, Address>,
): Value {
  const put = (each: unknown): unknown => {
    if (typeof each === 'string')
      return each.replaceAll(
        /0x[0-9a-f]{40}(?![0-9a-f])/g,
        (name) => addresses.get(name as Address) ?? name,
      )
    if (each instanceof Map) return new Map([...each].map(([key, entry]) => [put(key), put(entry)]))
    if (each instanceof Set) return new Set([...each].map(put))
    if (Array.isArray(each)) return each.map(put)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, entry]) => [key, put(entry)]))
  }
  return put(value) as Value
}

/** Prints what of an account a builder decides, so that equal accounts are equal texts. */
export function shapeOf(account: ControlAccount): string {
  const { behind, admin } = account.kind === 'proxy' ? account : { behind: account, admin: null }
  return JSON.stringify([admin, decidedOf(behind)], (_, value) => {
    if (typeof value === 'bigint') return String(value)
    if (value instanceof Set) return [...value].sort()
    if (value instanceof Map)
      return [...value]
        .filter(([, entry]) => entry !== 0n)
        .map(([key, entry]) => `${key} ${entry}`)
        .sort()
    return value
  })
}

function decidedOf(account: ControlAccount): unknown {
  switch (account.kind) {
    case 'safe': {
      const { threshold, owners, modules, fallbackHandler, isComplete } = account
      return [threshold, new Set(owners), new Set(modules), fallbackHandler, isComplete]
    }
    case 'timelock': {
      const { minDelay, admins, proposers, executors, isComplete } = account
      return [minDelay, ...[admins, proposers, executors].map((list) => new Set(list)), isComplete]
    }
    case 'contract': {
      const { part, auth, isKnown } = account
      const strategists = part.of === 'manager' ? part.strategists : []
      const isPaused = 'isPaused' in part && part.isPaused
      const lists = part.of === 'pauser' ? [part.pausables, part.senders] : []
      return [part.of, auth.owner, auth.authority, isKnown, strategists, isPaused, lists]
    }
    case 'authority':
      return [account.auth, account.roles, account.capabilities, account.open, account.isComplete]
    case 'delegated':
      return [account.kind, account.opening]
    case 'forwarder':
      return [account.kind, account.by]
    default:
      return account.kind
  }
}
