import type { Address } from '@vaultwright/base'
import type { Claim } from '../action/match.ts'
import { idleSubjectsOf } from '../erc-20/position.ts'
import type { PositionResult, PositionSubject, ReadMoment } from '../position/position.ts'
import { failedRead, idle, mergePositionResults } from '../position/position-result.ts'
import { joinReadings, type Reading } from '../reading/reading.ts'
import { positionReaders } from './position-list.ts'

/**
 * Lists what a vault may hold, which follows from what it may call.
 *
 * @param claims - leaves of all its trees as `claimsOf` reads them; null is passed over.
 * @param vault - whose positions they are; the claims name those of drones.
 * @param tokens - that are looked for whatever leaves say, as the base asset; none when not said.
 * @returns subjects in the order of the readers, each once.
 */
export function subjectsOf(
  claims: readonly (Claim | null)[],
  vault: Address,
  tokens: readonly Address[] = [],
): readonly PositionSubject[] {
  const present = claims.filter((claim) => claim !== null)
  return positionReaders.flatMap((reader) =>
    reader.name === idle
      ? idleSubjectsOf(present, { vault, tokens })
      : reader.subjectsOf(present, vault),
  )
}

/**
 * Reads a subject with the reader that it names.
 *
 * @param subject - as `subjectsOf` lists them.
 * @param moment - when.
 * @returns a reading; a failure when there is no such reader.
 */
export function* readSubject(
  subject: PositionSubject,
  moment: ReadMoment,
): Reading<PositionResult> {
  const reader = readers.get(subject.reader)
  if (reader !== undefined) return yield* reader.read(subject, moment)
  return failedRead(`${subject.reader} of ${subject.holder}`, 'No reader has this name.')
}

/**
 * Reads subjects side by side, so that nothing is counted twice.
 *
 * @param subjects - as `subjectsOf` lists them.
 * @param moment - when.
 * @returns a reading of all that is found, in their order.
 */
export function* readSubjects(
  subjects: readonly PositionSubject[],
  moment: ReadMoment,
): Reading<PositionResult> {
  return mergePositionResults(
    yield* joinReadings(subjects.map((subject) => readSubject(subject, moment))),
  )
}

const readers = new Map(positionReaders.map((reader) => [reader.name, reader]))
