import { type Address, zeroAddress } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  certain,
  deciderOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors } from '../model/guarded-function.ts'
import {
  accountAt,
  authAt,
  type ControlAccount,
  type ControlState,
  capabilityOf,
  type Selector,
} from '../model/state.ts'
import { callOf, upgradeFormula } from './voice.ts'

/** A guarded function of a contract. */
export type Guarded = readonly [target: Address, selector: Selector]

/** Writes what it takes to have a guarded function executed with free arguments. */
export function canFormula(state: ControlState, guarded: Guarded, delay: number): Formula {
  const [target, selector] = guarded
  const auth = authAt(state, target)
  const upgrade = upgradeFormula(state, target, delay)
  if (auth === null) {
    const isKnown = accountAt(state, target).kind !== 'unknown'
    const unknown = wayOf({ rule: 'unknown_code', subject: target }, deciderOf(target, true))
    return isKnown ? upgrade : anyOf([unknown, upgrade])
  }
  const ways = [upgrade, grantFormula(state, guarded, delay)]
  if (isAuthorized(state, auth.owner, guarded)) {
    const use = { rule: 'owner', subject: auth.owner, target, selector } as const
    ways.push(wayOf(use, callOf(auth.owner, guarded, delay)))
  }
  const judge = judgeOf(state, auth.authority)
  const authority = accountAt(state, judge)
  if (authority.kind !== 'authority') return anyOf(ways)
  if (authority.open.has(capabilityOf(target, selector))) {
    const use = { rule: 'public_capability', subject: judge, target, selector } as const
    ways.push(wayOf(use, certain))
  }
  for (const [user, roles] of authority.roles) {
    if (roles === 0n) continue
    const call = callOf(user, guarded, delay)
    if (isAuthorized(state, user, guarded)) {
      ways.push(wayOf({ rule: 'role', subject: user, target, selector }, call))
    } else {
      // What a role may do can be extended to the roles that the account has.
      const use = { rule: 'role_extend', subject: user, target, selector } as const
      const extend = canOf(judge, selectors.setRoleCapability, delay)
      ways.push(wayOf(use, allOf([call, extend])))
    }
  }
  return anyOf(ways)
}

/** Writes what it takes that one account gets a guarded function executed in person. */
export function asFormula(
  state: ControlState,
  { by, guarded }: { readonly by: Address; readonly guarded: Guarded },
  delay: number,
): Formula {
  const call = callOf(by, guarded, delay)
  const [target, selector] = guarded
  if (isAuthorized(state, by, guarded)) {
    return wayOf({ rule: 'role', subject: by, target, selector }, call)
  }
  const auth = authAt(state, target)
  if (auth === null) return canFormula(state, guarded, delay)
  const judge = judgeOf(state, auth.authority)
  const authority = accountAt(state, judge)
  const hasRole = authority.kind === 'authority' && (authority.roles.get(by) ?? 0n) !== 0n
  return allOf([
    call,
    anyOf([
      upgradeFormula(state, target, delay),
      grantFormula(state, guarded, delay),
      hasRole ? canOf(judge, selectors.setRoleCapability, delay) : impossible,
    ]),
  ])
}

/** Writes what it takes to let anybody through to a guarded function. */
export function grantFormula(
  state: ControlState,
  [target, selector]: Guarded,
  delay: number,
): Formula {
  const { authority } = authAt(state, target)!
  const ways: Formula[] = []
  const contract = accountAt(state, target)
  if (contract.kind === 'contract' && !contract.isKnown)
    ways.push(wayOf({ rule: 'unknown_code', subject: target }, deciderOf(target, true)))
  // Both give everything of the contract; who may call them is their own question.
  if (selector !== selectors.setAuthority) {
    const use = { rule: 'change_authority', subject: target } as const
    ways.push(wayOf(use, canOf(target, selectors.setAuthority, delay)))
  }
  if (selector !== selectors.transferOwnership) {
    const use = { rule: 'change_owner', subject: target } as const
    ways.push(wayOf(use, canOf(target, selectors.transferOwnership, delay)))
  }
  if (authority === zeroAddress) return anyOf(ways)
  const obedience = { rule: 'authority_obeys', subject: authority, target } as const
  ways.push(wayOf(obedience, obeyFormula(state, authority, { delay })))
  const address = judgeOf(state, authority)
  const account = accountAt(state, address)
  if (account.kind !== 'authority') return anyOf(ways)
  const use = (rule: 'role_public' | 'role_change') => ({
    rule,
    subject: address,
    target,
    selector,
  })
  const setUserRole = canOf(address, selectors.setUserRole, delay)
  const hasRole = (account.capabilities.get(capabilityOf(target, selector)) ?? 0n) !== 0n
  const extend = canOf(address, selectors.setRoleCapability, delay)
  ways.push(
    wayOf(use('role_public'), canOf(address, selectors.setPublicCapability, delay)),
    wayOf(use('role_change'), hasRole ? setUserRole : allOf([setUserRole, extend])),
  )
  return anyOf(ways)
}

/** Tells whether the state as it is lets an account through. */
export function isAuthorized(state: ControlState, user: Address, guarded: Guarded): boolean {
  const [target, selector] = guarded
  const auth = authAt(state, target)
  if (auth === null || user === zeroAddress) return false
  const authority =
    auth.authority === zeroAddress ? null : accountAt(state, judgeOf(state, auth.authority))
  // An authority without code reverts, for the owner too; only setAuthority asks for the owner first.
  const isClosed = authority !== null && !mayAnswer(authority)
  if (user === auth.owner && (!isClosed || selector === selectors.setAuthority)) return true
  if (authority?.kind !== 'authority') return false
  const capability = capabilityOf(target, selector)
  const roles = authority.roles.get(user) ?? 0n
  return (
    authority.open.has(capability) ||
    (roles & (authority.capabilities.get(capability) ?? 0n)) !== 0n
  )
}

/** When an account is asked, in seconds from the block, and the Safes that passed the question on. */
type Questioning = { readonly delay: number; readonly passed?: ReadonlySet<Address> }

/** Writes what it takes that an account which is no known contract answers a call as somebody wants it. */
export function obeyFormula(
  state: ControlState,
  address: Address,
  { delay, passed = new Set() }: Questioning,
): Formula {
  const account = accountAt(state, address)
  const unknown = deciderOf(address, true)
  const upgrade = upgradeFormula(state, address, delay)
  switch (account.kind) {
    case 'unknown':
      return anyOf([unknown, upgrade])
    case 'authority':
      return account.isComplete ? upgrade : anyOf([unknown, upgrade])
    // The holder of a key lends the account code that says yes.
    case 'key':
      return deciderOf(address, false)
    case 'delegated':
      return account.opening === 'unknown'
        ? anyOf([deciderOf(address, false), unknown])
        : deciderOf(address, false)
    // A Safe answers by its fallback handler, which it sets itself.
    case 'safe': {
      const voice = atomOf({ kind: 'voice', by: address }, delay)
      const { fallbackHandler } = account
      const isLast = fallbackHandler === zeroAddress || fallbackHandler === address
      if (isLast || passed.has(fallbackHandler)) return voice
      const next = { delay, passed: new Set([...passed, address]) }
      return anyOf([voice, obeyFormula(state, fallbackHandler, next)])
    }
    default: {
      const isKnown = account.kind !== 'contract' || account.isKnown
      return isKnown ? upgrade : anyOf([unknown, upgrade])
    }
  }
}

/**
 * Finds the account that answers for an authority: a Safe passes the question on to its fallback handler.
 *
 * @returns the authority itself for every other account, and where Safes hand it round in a ring.
 */
export function judgeOf(state: ControlState, authority: Address): Address {
  const passed = new Set<Address>()
  let judge = authority
  for (let account = accountAt(state, judge); account.kind === 'safe'; ) {
    passed.add(judge)
    const { fallbackHandler } = account
    if (fallbackHandler === zeroAddress || passed.has(fallbackHandler)) return authority
    judge = fallbackHandler
    account = accountAt(state, judge)
  }
  return judge
}

/** Tells whether an authority may answer at all; a call to an address without such code reverts. */
export function mayAnswer(account: ControlAccount): boolean {
  return (
    account.kind === 'authority' ||
    account.kind === 'unknown' ||
    (account.kind === 'contract' && !account.isKnown) ||
    (account.kind === 'delegated' && account.opening === 'unknown')
  )
}

function canOf(target: Address, selector: Selector, delay: number): Formula {
  return atomOf({ kind: 'can', target, selector }, delay)
}
