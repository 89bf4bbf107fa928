import {
  type ActAnswer,
  type ControlAnswer,
  type ControlChange,
  type ControlReading,
  controlHeadline,
  fewestKeys,
  type PathStep,
  sentencesAhead,
  stepText,
} from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { printTime } from '../field/time.ts'
import type { ControlActData, ControlChangeData, ControlReadingData } from './control.ts'

/** A block as control is read at. */
type ControlBlock = { readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint }

/** An event that a node tells of. */
type ControlEvent = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly transactionHash: Hex
}

/** The most facts that a change lists; how many there are stands beside them. */
const mostFacts = 500

/** Sentences on what holds later that a row has. */
const mostAhead = 3

/** Puts the control of a vault into the words of the interface. */
export function controlReadingOf(
  block: ControlBlock,
  reading: ControlReading,
  answer: ControlAnswer,
): ControlReadingData {
  const { state, completeness, notes, codeNames } = reading
  const ahead = sentencesAhead(reading) ?? []
  const more = ahead.length > mostAhead ? `; and ${ahead.length - mostAhead} more` : ''
  const then = `When all that waits has run: ${ahead.slice(0, mostAhead).join('; ')}${more}.`
  return {
    block_number: Number(block.number),
    block_hash: block.hash,
    as_of: printTime(block.timestamp),
    proven: true,
    complete: completeness.every(({ isComplete }) => isComplete),
    headline: controlHeadline(answer),
    unexplained: completeness
      .filter(({ isComplete }) => !isComplete)
      .map(({ contract, unexplained }) => ({ contract: checksumOf(contract), slots: unexplained })),
    under_way: notes
      .filter(({ code }) => code === 'timelock_waiting')
      .map(({ address, sentence }) => ({
        timelock: checksumOf(address),
        text: `${sentence}. ${then}`,
      })),
    acts: answer.acts.map((row) => controlActOf(row, state)),
    accounts: [...state].map(([address, { kind }]) => ({
      address: checksumOf(address),
      kind,
      code: codeNames.get(address) ?? null,
      notes: notes.filter((note) => note.address === address).map(({ sentence }) => sentence),
    })),
  }
}

/** Puts a change, and the events that a node tells of, into the words of the interface. */
export function controlChangeDataOf(
  { kinds, diff }: ControlChange,
  {
    from,
    to,
    logs,
  }: {
    readonly from: Omit<ControlBlock, 'timestamp'>
    readonly to: ControlBlock
    /** Null where the node refused. */
    readonly logs: readonly ControlEvent[] | null
  },
): ControlChangeData {
  return {
    block_number: Number(to.number),
    block_hash: to.hash,
    at: printTime(to.timestamp),
    from_block_number: Number(from.number),
    from_block_hash: from.hash,
    kinds: kinds.map(({ kind, sentence }) => ({ kind, text: sentence })),
    fact_count: diff.facts.length,
    facts: diff.facts
      .slice(0, mostFacts)
      .map(({ address, ...fact }) => ({ address: checksumOf(address), ...fact })),
    acts: diff.acts.map(({ act, target, strategist, isWeaker, before, after }) => ({
      act,
      target: checksumOf(target),
      strategist: checksumOrNull(strategist),
      weaker: isWeaker,
      before: before === null ? null : keysOf(before),
      after: after === null ? null : keysOf(after),
    })),
    logs:
      logs?.map(({ address, topics, blockNumber, logIndex, transactionHash }) => ({
        address: checksumOf(address),
        topic: topics[0] ?? noTopic,
        block_number: Number(blockNumber),
        log_index: logIndex,
        transaction_hash: transactionHash,
      })) ?? null,
  }
}

const noTopic: Hex = `0x${'0'.repeat(64)}`

function controlActOf(row: ActAnswer, state: ControlReading['state']): ControlActData {
  const { act, target, strategist, severity, cuts, bounds, path } = row
  const { possible_keys } = keysOf(row)
  return {
    act,
    target: checksumOf(target),
    strategist: checksumOrNull(strategist),
    severity,
    nobody: possible_keys === null,
    anybody: possible_keys === 0,
    possible_keys,
    cuts:
      cuts?.map(({ delay, leastKeys, possibleKeys, setCount, sets }) => ({
        delay_seconds: delay,
        least_keys: leastKeys,
        possible_keys: possibleKeys,
        set_count: String(setCount),
        sets: sets.map(({ keys, unknown }) => ({
          keys: keys.map(checksumOf),
          unknown: unknown.map(checksumOf),
        })),
      })) ?? null,
    bounds: bounds === null ? null : { at_least: bounds.atLeast, at_most: bounds.atMost },
    path: path.map((step) => stepOf(step, state)),
  }
}

function stepOf(step: PathStep, state: ControlReading['state']): ControlActData['path'][number] {
  const { rule, subject, target = null, selector = null, delay } = step
  return {
    rule,
    subject: checksumOf(subject),
    target: checksumOrNull(target),
    selector,
    delay_seconds: delay,
    text: stepText(step, state),
  }
}

function keysOf(row: ActAnswer) {
  const proven = (row.cuts ?? []).flatMap(({ leastKeys }) => leastKeys ?? [])
  const possible = fewestKeys(row)
  return {
    least_keys: proven.length === 0 ? null : Math.min(...proven),
    possible_keys: Number.isFinite(possible) ? possible : null,
    delay_seconds: row.cuts?.[0]?.delay ?? null,
  }
}

function checksumOrNull(address: Address | null): Address | null {
  return address === null ? null : checksumOf(address)
}
