import { type Address, zeroAddress } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  certain,
  deciderOf,
  demandOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors } from '../model/guarded-function.ts'
import { accountAt, type ControlAccount, type ControlState, type Selector } from '../model/state.ts'

/** Writes what it takes for an account to make any call. */
export function voiceFormula(state: ControlState, by: Address, delay: number): Formula {
  if (by === zeroAddress) return impossible
  const account = accountAt(state, by)
  return anyOf([upgradeFormula(state, by, delay), ownVoice(account, by, delay)])
}

/** Writes what it takes to exchange the code of a proxy; impossible for what is none. */
export function upgradeFormula(state: ControlState, proxy: Address, delay: number): Formula {
  const account = state.get(proxy)
  if (account?.kind !== 'proxy') return impossible
  const use = { rule: 'upgrade', subject: account.admin, target: proxy } as const
  return wayOf(use, callOf(account.admin, [proxy, selectors.upgradeTo], delay))
}

/** Writes what it takes for an account to call one function with free arguments. */
export function callOf(
  by: Address,
  [target, selector]: readonly [target: Address, selector: Selector],
  delay: number,
): Formula {
  if (by === zeroAddress) return impossible
  return atomOf({ kind: 'call', by, target, selector }, delay)
}

function ownVoice(account: ControlAccount, by: Address, delay: number): Formula {
  const way = (rule: 'delegate_obeys' | 'unknown_code' | 'not_complete') =>
    wayOf({ rule, subject: by }, deciderOf(by, true))
  switch (account.kind) {
    case 'key':
      return wayOf({ rule: 'key', subject: by }, deciderOf(by, false))
    case 'delegated': {
      const holder = wayOf({ rule: 'key', subject: by }, deciderOf(by, false))
      if (account.opening === 'key_only') return holder
      if (account.opening === 'anybody') return wayOf({ rule: 'multicall', subject: by }, certain)
      return anyOf([holder, way('delegate_obeys')])
    }
    case 'unknown':
      return way('unknown_code')
    case 'forwarder':
      if (account.by === null) return wayOf({ rule: 'multicall', subject: by }, certain)
      return wayOf(
        { rule: 'forward', subject: account.by, target: by },
        callOf(account.by, [by, selectors.manage], delay),
      )
    case 'safe':
      return anyOf([
        safeVoice(account, by, delay),
        account.isComplete ? impossible : way('not_complete'),
      ])
    case 'timelock':
      return anyOf([
        timelockVoice(account, by, delay),
        account.isComplete ? impossible : way('not_complete'),
      ])
    case 'contract':
      return anyOf([
        contractVoice(account, by, delay),
        account.isKnown ? impossible : way('unknown_code'),
      ])
    default:
      return impossible
  }
}

/** Guards do not protect: an owner's signature counts without them. */
function safeVoice(
  { threshold, owners, modules }: Extract<ControlAccount, { readonly kind: 'safe' }>,
  safe: Address,
  delay: number,
): Formula {
  const signatures = owners.map((owner) => callOf(owner, [safe, selectors.approveHash], delay))
  return anyOf([
    // A Safe that was never set up has threshold 0: whoever comes first takes it.
    wayOf(
      { rule: 'safe_owners', subject: safe },
      { op: 'at_least', count: threshold, parts: signatures },
    ),
    ...modules.map((module) =>
      wayOf(
        { rule: 'safe_module', subject: module, target: safe },
        callOf(module, [safe, selectors.execTransactionFromModule], delay),
      ),
    ),
  ])
}

function timelockVoice(
  timelock: Extract<ControlAccount, { readonly kind: 'timelock' }>,
  address: Address,
  delay: number,
): Formula {
  const before = delay - timelock.minDelay
  if (before < 0) return impossible
  const callers = (users: readonly Address[], selector: Selector, when: number) =>
    users.map((user) => callOf(user, [address, selector], when))
  const use = (rule: 'propose' | 'execute' | 'execute_open') => ({ rule, subject: address })
  // An admin grants itself either role.
  const propose = anyOf([
    ...callers(timelock.proposers, selectors.schedule, before),
    ...callers(timelock.admins, selectors.grantRole, before),
  ])
  const execute = anyOf([
    ...callers(timelock.executors, selectors.execute, delay),
    ...callers(timelock.admins, selectors.grantRole, delay),
  ])
  const isOpen = timelock.executors.includes(zeroAddress)
  return allOf([
    demandOf(use('propose'), propose),
    isOpen
      ? anyOf([wayOf(use('execute_open'), certain), execute])
      : demandOf(use('execute'), execute),
  ])
}

function contractVoice(
  { part, functions }: Extract<ControlAccount, { readonly kind: 'contract' }>,
  address: Address,
  delay: number,
): Formula {
  const can = (selector: Selector) => atomOf({ kind: 'can', target: address, selector }, delay)
  if (part.of === 'vault') {
    const use = { rule: 'vault_manage', subject: address } as const
    return wayOf(use, anyOf([can(selectors.manage), can(selectors.manageBatch)]))
  }
  if (part.of === 'deployer' && functions.has(selectors.bundleTxs)) {
    return wayOf({ rule: 'forward', subject: address }, can(selectors.bundleTxs))
  }
  return impossible
}
