import type { Address } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  type ControlRule,
  certain,
  deciderOf,
  demandOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors, selectorsNamed } from '../model/guarded-function.ts'
import { accountAt, type ControlPart, type ControlState } from '../model/state.ts'
import { type Guarded, grantFormula, isAuthorized, obeyFormula } from './permission.ts'
import { upgradeFormula } from './voice.ts'

type Pauser = {
  readonly by: Address
  readonly part: Extract<ControlPart, { readonly of: 'pauser' }>
  readonly guarded: Guarded
}

/** Writes what a Pauser passes on: pause and unpause of contracts, one, several, all or the sender's own. */
export function pauserRelay(
  state: ControlState,
  { by, part, guarded }: Pauser,
  delay: number,
): Formula {
  const [target, selector] = guarded
  if (selector !== selectors.pause && selector !== selectors.unpause) return impossible
  const verb = selector === selectors.pause ? 'pause' : 'unpause'
  const use = (rule: ControlRule, subject: Address = by) => ({ rule, subject, target, selector })
  const selectorOf = (name: string) => selectorsNamed('pauser', [name])[0]!
  const can = (name: string) =>
    atomOf({ kind: 'can', target: by, selector: selectorOf(name) }, delay)
  const bySender = verb === 'pause' ? 'senderPause' : 'senderUnpause'
  // All or nothing: a listed contract that refuses stops the round, unless it is taken off the list.
  const refusals = part.pausables
    .filter((pausable) => pausable !== target)
    .map((pausable) =>
      demandOf(
        use('accepts_pause', pausable),
        anyOf([
          acceptFormula(state, { by, guarded: [pausable, selector] }, delay),
          wayOf(use('remove_pausable', pausable), can('removePausable')),
        ]),
      ),
    )
  const isListed = part.pausables.includes(target)
  const senders = [...part.senders].filter(([, contract]) => contract === target)
  return anyOf([
    wayOf(use('pause_single'), anyOf([can(`${verb}Single`), can(`${verb}Multiple`)])),
    wayOf(
      use('pause_all'),
      allOf([
        can(`${verb}All`),
        ...(isListed ? [] : [demandOf(use('add_pausable'), can('addPausable'))]),
        ...refusals,
      ]),
    ),
    wayOf(use('pause_sender_change'), allOf([can('updateSenderToPausable'), can(bySender)])),
    ...senders.map(([sender]) =>
      wayOf(
        use('pause_sender', sender),
        atomOf({ kind: 'as', by: sender, target: by, selector: selectorOf(bySender) }, delay),
      ),
    ),
  ])
}

/** Writes what it takes that a contract of a round lets the Pauser do it. */
function acceptFormula(
  state: ControlState,
  { by, guarded }: Pick<Pauser, 'by' | 'guarded'>,
  delay: number,
): Formula {
  const [pausable, selector] = guarded
  const account = accountAt(state, pausable)
  // A Safe takes any call: what it has no function for goes to its fallback handler, or nowhere.
  if (account.kind === 'safe') return certain
  if (account.kind !== 'contract') return obeyFormula(state, pausable, { delay })
  const upgrade = upgradeFormula(state, pausable, delay)
  if (!account.functions.has(selector))
    return account.isKnown ? upgrade : anyOf([upgrade, deciderOf(pausable, true)])
  if (isAuthorized(state, by, guarded)) return certain
  return anyOf([upgrade, grantFormula(state, guarded, delay)])
}
