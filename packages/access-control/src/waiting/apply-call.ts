import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { addressIn, timelockRoles } from '../completeness/layout.ts'
import {
  type GuardedKind,
  guardedFunctions,
  selectors,
  selectorsNamed,
} from '../model/guarded-function.ts'
import { namedBy } from '../model/named-account.ts'
import {
  accountAt,
  type ControlAccount,
  type ControlState,
  capabilityOf,
  type Selector,
  type UnproxiedAccount,
} from '../model/state.ts'
import { isAuthorized, judgeOf, mayAnswer } from '../rule/permission.ts'
import { changedPart, type DecodedCall, isTrue } from './changed-part.ts'

/** The effect of a call on who controls a vault: a change, none, none because it is refused, or one that cannot be followed. */
export type CallEffect = 'applied' | 'none' | 'refused' | 'unknown'

/** A call by an account of the state. */
export type StateCall = { readonly by: Address; readonly target: Address; readonly data: Hex }

/** A state that calls change: the map is the caller's own, its accounts are replaced and never written to. */
export type ChangingState = Map<Address, ControlAccount>

/** Calls inside of calls that are followed. */
const deepest = 4

/**
 * Makes a call in a state as the contract at its target does it, as far as it changes who controls the vault.
 *
 * Source: the published sources of the contracts.
 */
export function applyCall(state: ChangingState, call: StateCall, depth = 0): CallEffect {
  const { by, target, data } = call
  const account = state.get(target)
  // Whoever holds a power is in the state: another contract has none to use.
  if (account === undefined) return 'none'
  if (depth > deepest) return 'unknown'
  // A proxy answers its admin itself, and takes new code from it.
  if (account.kind === 'proxy' && account.admin === by) return 'unknown'
  const inner = accountAt(state, target)
  const selector = data.slice(0, 10) as Selector
  const words = wordsIn(data)
  // What a contract says of a price is no part of the state.
  if (inner.kind === 'key' || inner.kind === 'price_source') return 'none'
  if (inner.kind === 'timelock') return applyToTimelock(state, inner, { ...call, selector, words })
  if (inner.kind !== 'contract' && inner.kind !== 'authority') return 'unknown'
  if (inner.kind === 'contract' && !inner.isKnown) return 'unknown'
  if (inner.kind === 'contract' && unfollowed.has(inner.part.of)) return 'unknown'
  const functions = inner.kind === 'authority' ? authorityFunctions : inner.functions
  if (!functions.has(selector)) return 'none'
  if (!isAuthorized(state, by, [target, selector]))
    return mayAllow(state, inner.auth.authority) ? 'unknown' : 'refused'
  if (inner.kind === 'contract' && inner.part.of === 'vault' && selector === selectors.manage) {
    const bytes = bytesAt(data, 1)
    if (words[0] === undefined || bytes === null) return 'refused'
    return applyCall(state, { by: target, target: addressIn(words[0]), data: bytes }, depth + 1)
  }
  const isNested = inner.kind === 'contract' && nesting.has(`${inner.part.of} ${selector}`)
  if (isNested) return 'unknown'
  const changed = changedAccount(inner, { selector, words })
  if (changed === 'refused' || changed === 'none') return changed
  if (changed === 'upgrade') return upgrade(state, words)
  put(state, target, changed)
  return 'applied'
}

const authorityFunctions: ReadonlySet<Selector> = new Set(Object.values(guardedFunctions.authority))

/** Tells whether an authority may allow more than the roles that were read: code that is not known, or a list with gaps. */
function mayAllow(state: ControlState, authority: Address): boolean {
  if (authority === zeroAddress) return false
  const judge = accountAt(state, judgeOf(state, authority))
  return judge.kind === 'authority' ? !judge.isComplete : mayAnswer(judge)
}

/** Contracts whose calls are not followed: what verifies messages, and what exchanges the code of many proxies. */
const unfollowed: ReadonlySet<string> = new Set(['bridge_endpoint', 'bridge_library', 'beacon'])

/** Guarded functions that are not followed: most make further calls, some change who verifies messages. */
const nesting: ReadonlySet<string> = new Set([
  `vault ${selectors.manageBatch}`,
  `manager ${selectors.manageVault}`,
  ...nestingNames('teller', ['setPeer', 'addChain', 'removeChain', 'setDelegate']),
  ...nestingNames('teller', ['allowMessagesFromChain', 'stopMessagesFromChain']),
  ...nestingNames('deployer', ['deployContract', 'bundleTxs']),
  ...nestingNames('pauser', ['pauseSingle', 'pauseMultiple', 'pauseAll', 'senderPause']),
  ...nestingNames('pauser', ['unpauseSingle', 'unpauseMultiple', 'unpauseAll', 'senderUnpause']),
])

function nestingNames(kind: GuardedKind, names: readonly string[]): readonly string[] {
  return selectorsNamed(kind, names).map((selector) => `${kind} ${selector}`)
}

/** The account after a guarded function of it ran. */
function changedAccount(
  account: Extract<UnproxiedAccount, { kind: 'contract' | 'authority' }>,
  call: DecodedCall,
): UnproxiedAccount | 'none' | 'refused' | 'upgrade' {
  const { selector, words } = call
  const [first, second, third, fourth] = words
  if (selector === selectors.setAuthority || selector === selectors.transferOwnership) {
    if (first === undefined) return 'refused'
    const name = selector === selectors.setAuthority ? 'authority' : 'owner'
    return { ...account, auth: { ...account.auth, [name]: addressIn(first) } }
  }
  if (account.kind === 'authority') {
    switch (selector) {
      case selectors.setUserRole:
        if (third === undefined) return 'refused'
        return { ...account, roles: withBit(account.roles, addressIn(first!), [second!, third]) }
      case selectors.setRoleCapability: {
        if (fourth === undefined) return 'refused'
        const capability = capabilityOf(addressIn(second!), selectorIn(third!))
        return {
          ...account,
          capabilities: withBit(account.capabilities, capability, [first!, fourth]),
        }
      }
      case selectors.setPublicCapability: {
        if (third === undefined) return 'refused'
        const open = new Set(account.open)
        const capability = capabilityOf(addressIn(first!), selectorIn(second!))
        if (isTrue(third)) open.add(capability)
        else open.delete(capability)
        return { ...account, open }
      }
      default:
        return 'none'
    }
  }
  if (account.part.of === 'proxy_admin' && selector === upgradeAndCall) return 'upgrade'
  if (account.part.of === 'proxy_admin' && selector === renounceOwnership)
    return { ...account, auth: { ...account.auth, owner: zeroAddress } }
  const part = changedPart(account.part, call)
  return typeof part === 'string' ? part : { ...account, part }
}

/** New code behind a proxy was not looked into. */
function upgrade(state: ChangingState, [proxy]: readonly Hex[]): CallEffect {
  const account = proxy === undefined ? undefined : state.get(addressIn(proxy))
  if (account === undefined) return 'none'
  if (account.kind !== 'proxy') return 'unknown'
  state.set(addressIn(proxy!), { ...account, behind: { kind: 'unknown', codeHash: null } })
  return 'applied'
}

const renounceOwnership = guardedFunctions.proxy_admin['renounceOwnership()']
const upgradeAndCall = guardedFunctions.proxy_admin['upgradeAndCall(address,address,bytes)']
const revokeRole = guardedFunctions.timelock['revokeRole(bytes32,address)']
const updateDelay = guardedFunctions.timelock['updateDelay(uint256)']

function applyToTimelock(
  state: ChangingState,
  timelock: Extract<UnproxiedAccount, { kind: 'timelock' }>,
  { by, target, selector, words: [first, second] }: StateCall & DecodedCall,
): CallEffect {
  if (selector === updateDelay) {
    if (by !== target || first === undefined) return 'refused'
    put(state, target, { ...timelock, minDelay: Number(BigInt(first)) })
    return 'applied'
  }
  const isGrant = selector === selectors.grantRole
  // A timelock that schedules or executes in another one: what comes of it is not followed.
  if (!isGrant && selector !== revokeRole) return 'unknown'
  if (second === undefined) return 'refused'
  if (!timelock.admins.includes(by)) return timelock.isComplete ? 'refused' : 'unknown'
  const list = timelockLists.get(first!)
  if (list === undefined) return 'none'
  const holder = addressIn(second)
  const holders = timelock[list].filter((each) => each !== holder)
  if (isGrant) holders.push(holder)
  put(state, target, { ...timelock, [list]: holders })
  return 'applied'
}

const timelockLists: ReadonlyMap<Hex, 'admins' | 'proposers' | 'executors' | 'cancellers'> =
  new Map([
    [timelockRoles.proposer, 'proposers'],
    [timelockRoles.executor, 'executors'],
    [timelockRoles.canceller, 'cancellers'],
    [timelockRoles.admin, 'admins'],
    [timelockRoles.olderAdmin, 'admins'],
  ])

/** Puts an account back, behind the proxy that stands before it. Accounts that it names anew were not looked into. */
function put(state: ChangingState, address: Address, account: UnproxiedAccount): void {
  const before = state.get(address)
  state.set(address, before?.kind === 'proxy' ? { ...before, behind: account } : account)
  for (const name of namedBy(account))
    if (name !== zeroAddress && !state.has(name))
      state.set(name, { kind: 'unknown', codeHash: null })
}

function withBit<Name extends string>(
  map: ReadonlyMap<Name, bigint>,
  name: Name,
  [role, isSet]: readonly [role: Hex, isSet: Hex],
): ReadonlyMap<Name, bigint> {
  const bit = 1n << (BigInt(role) & 255n)
  const changed = new Map(map)
  const old = map.get(name) ?? 0n
  const roles = isTrue(isSet) ? old | bit : old & ~bit
  if (roles === 0n) changed.delete(name)
  else changed.set(name, roles)
  return changed
}

function selectorIn(word: Hex): Selector {
  return word.slice(0, 10) as Selector
}

/** The words behind the selector. */
function wordsIn(data: Hex): readonly Hex[] {
  const digits = data.slice(10).match(/.{64}/g) ?? []
  return digits.map((word): Hex => `0x${word}`)
}

/** Bytes that the word at an index points to. @returns null if they are not there. */
function bytesAt(data: Hex, index: number): Hex | null {
  const words = wordsIn(data)
  const start = BigInt(words[index] ?? -1n)
  const digits = data.slice(10)
  if (start < 0n || start * 2n + 64n > BigInt(digits.length)) return null
  const from = Number(start) * 2
  const length = BigInt(`0x${digits.slice(from, from + 64)}`)
  if (BigInt(from) + 64n + length * 2n > BigInt(digits.length)) return null
  return `0x${digits.slice(from + 64, from + 64 + Number(length) * 2)}`
}
