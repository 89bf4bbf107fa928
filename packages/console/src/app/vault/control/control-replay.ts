import {
  answerAhead,
  bridgeSentences,
  type ControlAccount,
  type ControlAnswer,
  type ControlReading,
  type ControlWitness,
  controlHeadline,
  notSeen,
  parseControlWitness,
  replayControl,
  solveControl,
  takingKeysOf,
} from '@vaultwright/access-control'
import { BaseError, type Hex } from '@vaultwright/base'
import type { AnswerReason, AnswerVerdict } from '@vaultwright/check'
import { verdictOf } from '@vaultwright/check'
import { nextTask } from '../../part/next-task.ts'
import { countText } from '../../part/text/count-text.ts'

/** The control of a vault as this page computed it from a witness. */
export type ControlReplay = {
  readonly witness: ControlWitness
  readonly reading: ControlReading
  readonly answer: ControlAnswer
  /** Unix seconds of the block. */
  readonly atUnix: bigint
  readonly number: bigint
}

/** The vault that a page asks about. */
export type AskedVault = {
  readonly chainId: number
  readonly vault: string
  readonly manager: string
}

/**
 * Computes who controls a vault from a witness, by nothing but its bytes and the hash of its block.
 *
 * @param blockHash - null: the hash that stands in the file.
 * @throws {OtherControlError} when it is of another vault, and what a replay throws.
 */
export async function replayInPage(
  text: string,
  blockHash: Hex | null,
  { chainId, vault, manager }: AskedVault,
): Promise<ControlReplay> {
  const witness = parseControlWitness(text)
  const { contracts } = witness
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  if (witness.chainId !== chainId || !isSame(contracts.vault, vault))
    throw new OtherControlError('vault')
  if (!isSame(contracts.manager, manager)) throw new OtherControlError('Manager')
  // The page stays usable between one step and the next.
  await nextTask()
  const { block, ...reading } = replayControl(witness, blockHash ?? witness.blockHash)
  await nextTask()
  const answer = solveControl(reading.state)
  return { witness, reading, answer, atUnix: block.timestamp, number: block.number }
}

/** The days after which a reading is old. */
const oldSeconds = 2n * 86_400n

type ControlGround = Pick<ControlReplay, 'reading' | 'answer' | 'atUnix'> & {
  readonly witness: Pick<ControlWitness, 'contracts'>
}

/** Answers whether it takes two keys or more to take the money. */
export function controlVerdict(
  { witness: { contracts }, reading, answer, atUnix }: ControlGround,
  { isFromElsewhere, nowUnix }: { readonly isFromElsewhere: boolean; readonly nowUnix: bigint },
): AnswerVerdict {
  const { keys, isProven } = takingKeysOf(answer)
  const reasons: AnswerReason[] = []
  const add = (weight: AnswerReason['weight'], code: string, message: string) =>
    void reasons.push({ weight, code, message })
  const who = keys === 0 ? 'Anybody, without a key,' : 'The holder of one key'
  if (keys < 2 && isProven) add('no', 'dangerous', `${who} can take what this vault has.`)
  if (keys < 2 && !isProven)
    add(
      'open',
      'not_given',
      'Cannot say: code that is not known may let fewer than two keys take it.',
    )
  const incomplete = reading.completeness.filter(({ isComplete }) => !isComplete)
  if (incomplete.length > 0)
    add(
      'open',
      'not_given',
      `Cannot say: ${countText(incomplete.length, 'list')} of holders may lack a holder, the first at ${incomplete[0]!.contract}.`,
    )
  if (reading.waiting.length > 0) add('condition', 'stated', waitingText(reading))
  // The vault's authority leads to contracts that no definition names.
  const parts = new Set([...reading.state.values()].map(partName))
  const unread = Object.entries(contracts).flatMap(([name, address]) =>
    address === null && !parts.has(name) ? [name] : [],
  )
  if (unread.length > 0)
    add(
      'condition',
      'stated',
      `Not read: ${unread.join(', ')}. If the vault has one, who controls it is not in the answer.`,
    )
  for (const sentence of bridgeSentences(answer, reading.state))
    add('condition', 'stated', sentence)
  if (!isFromElsewhere)
    add(
      'condition',
      'stated',
      'The hash of the block came with the file. Type it from another source below.',
    )
  if (nowUnix - atUnix > oldSeconds)
    add(
      'condition',
      'expired',
      'The reading is older than two days: what changed since is not in it.',
    )
  add('note', 'stated', notSeen)
  return verdictOf(reasons)
}

/** Says that operations wait in timelocks, and how many keys take the money once they have run. */
function waitingText({ waiting, ahead }: Pick<ControlReading, 'waiting' | 'ahead'>): string {
  const what = `${countText(waiting.length, 'operation')} in timelocks may change this, the first in ${waiting[0]!.timelock}`
  const answer = answerAhead({ ahead })
  if (answer === null) return `${what}. What they lead to is not known.`
  return `${what}. Then: ${controlHeadline(answer)}`
}

/** The kind of contract at an account, proxies opened; its kind of account where it is none. */
function partName(account: ControlAccount): string {
  const inner = account.kind === 'proxy' ? account.behind : account
  return inner.kind === 'contract' ? inner.part.of : inner.kind
}

/** A witness is of another vault than the page. */
class OtherControlError extends BaseError {
  override readonly code = 'other_control'
  override readonly kind = 'conflict'

  constructor(what: 'Manager' | 'vault') {
    super({
      message: `The file proves who controls another ${what}. Do not use it: report it to who runs this service.`,
      facts: { what },
    })
  }
}
