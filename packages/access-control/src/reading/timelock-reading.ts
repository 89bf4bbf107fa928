import type { Address, Hex } from '@vaultwright/base'
import { entrySlot, layout, timelockRoles, wordAt } from '../completeness/layout.ts'
import type { UnproxiedAccount } from '../model/state.ts'
import { isOperation, type WaitingOperation } from '../waiting/operation.ts'
import type { PieceFinder } from './piece-finder.ts'
import type { ControlCompleteness, ControlHints } from './request.ts'

/** A timelock, and what waits in it. */
export type TimelockReading = {
  readonly account: UnproxiedAccount
  readonly completeness: ControlCompleteness
  readonly waiting: readonly WaitingOperation[]
}

/** Reads a timelock from its slots. @returns null if pieces are not there. */
export function readTimelock(
  finder: PieceFinder,
  timelock: Address,
  hints: ControlHints,
): TimelockReading | null {
  const { roles: mapping, timestamps, minDelay } = layout.timelock
  const users = hints.users.filter(([contract]) => contract === timelock).map(([, user]) => user)
  const memberSlot = (role: Hex, user: Address) => entrySlot(user, entrySlot(role, mapping))
  const adminSlots = Object.values(timelockRoles).map((role) =>
    wordAt(BigInt(entrySlot(role, mapping)) + 1n),
  )
  const operations = hints.operations
    .filter(([contract]) => contract === timelock)
    .map(([, id]) => ({ id, slot: entrySlot(id, timestamps) }))
  const members = Object.values(timelockRoles).flatMap((role) =>
    users.map((user) => memberSlot(role, user)),
  )
  const completeness = finder.explain(timelock, [
    wordAt(minDelay),
    ...adminSlots,
    ...members,
    ...operations.map(({ slot }) => slot),
  ])
  if (completeness === null) return null
  const holders = (names: readonly (keyof typeof timelockRoles)[]) =>
    users.filter((user) =>
      names.some((name) => finder.number(timelock, memberSlot(timelockRoles[name], user)) !== 0n),
    )
  const knownAdmins = [0n, BigInt(timelockRoles.olderAdmin)]
  const hasKnownAdmins = adminSlots.every((slot) =>
    knownAdmins.includes(finder.number(timelock, slot)!),
  )
  const delay = finder.number(timelock, minDelay)!
  return {
    completeness,
    account: {
      kind: 'timelock',
      // A delay beyond what a number holds exactly is for ever.
      minDelay: Number(delay < longestDelay ? delay : longestDelay),
      admins: holders(['admin', 'olderAdmin']),
      proposers: holders(['proposer']),
      executors: holders(['executor']),
      cancellers: holders(['canceller']),
      isComplete: completeness.isComplete && hasKnownAdmins,
    },
    // 1 stands for an operation that was executed.
    waiting: operations.flatMap(({ id, slot }) => {
      const readyAt = finder.number(timelock, slot)!
      if (readyAt <= 1n) return []
      const scheduled = hints.scheduled.find(
        (operation) =>
          operation.timelock === timelock && operation.id === id && isOperation(operation),
      )
      return [{ timelock, id, readyAt, calls: scheduled?.calls ?? null }]
    }),
  }
}

const longestDelay = 2n ** 40n
