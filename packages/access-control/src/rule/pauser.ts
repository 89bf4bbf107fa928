import type { Address } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  type ControlRule,
  certain,
  demandOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors, selectorsNamed } from '../model/guarded-function.ts'
import { accountAt, type ControlPart, type ControlState } from '../model/state.ts'
import { type Guarded, grantFormula, isAuthorized } from './permission.ts'

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
  const account = accountAt(state, guarded[0])
  if (account.kind !== 'contract' || !account.functions.has(guarded[1])) return impossible
  return isAuthorized(state, by, guarded) ? certain : grantFormula(state, guarded, delay)
}
