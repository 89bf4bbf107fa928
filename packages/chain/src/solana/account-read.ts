import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { clockSysvar, type SvmAccount, type SvmAddress } from '@vaultwright/svm'
import Type from 'typebox'
import { nullable, RpcAnswerError } from '../rpc/answer.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { atSlot, parseSolanaAnswer, rawLifetime, rawSvmAccount, svmAccountOf } from './answer.ts'
import { clockOf } from './clock.ts'

/** The certainty of the cluster about a read. */
export type SvmCommitment = 'confirmed' | 'finalized'

/** From when on accounts are read. */
export type SvmReadOptions = {
  /** No answer from before this slot is taken; default: 0. */
  readonly minContextSlot?: bigint
  /** Default: `confirmed`. */
  readonly commitment?: SvmCommitment
}

/** Accounts as they were at one slot. */
export type SvmAccountsAt = {
  readonly slot: bigint
  /** The cluster's time at the slot · unix seconds; null when the node does not show its clock. */
  readonly atUnix: bigint | null
  /** Each address that was asked for; null for an account that does not exist. */
  readonly accounts: ReadonlyMap<SvmAddress, SvmAccount | null>
}

/** The inputs of a transaction: accounts at one slot, and a lifetime. */
export type SvmPreparation = SvmAccountsAt & {
  readonly blockhash: string
  /** The last block height at which a transaction with the blockhash may land. */
  readonly lastValidBlockHeight: bigint
}

/** The most keys that nodes take in one question. */
const maxKeys = 100
/** Slots pass within a batch now and then. */
const maxTries = 4
/** The number of blocks a blockhash lives. */
const blockhashLife = 150n
/** The maximum distance of the two answers of one batch: 13 seconds. */
const maxSlotsApart = 32n

const readAccounts = readerOf(atSlot(Type.Array(nullable(rawSvmAccount))))
const readLifetime = readerOf(atSlot(rawLifetime))

/**
 * Reads accounts at one slot, in one round trip unless a slot passes while the node answers.
 *
 * @throws {SlotsDifferError} when the node's answers belong to several slots each time.
 */
export async function readSvmAccounts(
  rpc: Rpc,
  addresses: readonly SvmAddress[],
  options: SvmReadOptions = {},
): Promise<SvmAccountsAt> {
  const { accounts } = await readWithExtra(rpc, { addresses, extra: () => [], options })
  return accounts
}

/**
 * Reads accounts at one slot and a blockhash, in one round trip.
 *
 * @throws {SlotsDifferError} as `readSvmAccounts`, also for a blockhash of another time.
 * @throws {RpcAnswerError} when the blockhash would live longer than blockhashes do.
 */
export async function prepareSvm(
  rpc: Rpc,
  addresses: readonly SvmAddress[],
  options: SvmReadOptions = {},
): Promise<SvmPreparation> {
  const extra = (config: object) => [{ method: 'getLatestBlockhash', params: [config] }]
  const answer = await readWithExtra(rpc, { addresses, extra, options })
  const call = answer.extraCalls[0]!
  const { context, value } = parseSolanaAnswer(readLifetime, call, answer.extraAnswers[0])
  assertSameTime(rpc.name, [answer.accounts.slot, context.slot])
  assertLifetime(call, context.slot, value.lastValidBlockHeight)
  return { ...answer.accounts, ...value }
}

/**
 * Makes sure that two answers of one batch are of about the same time.
 *
 * @throws {SlotsDifferError} when more than 32 slots lie between them.
 */
export function assertSameTime(name: string, slots: readonly [bigint, bigint]): void {
  const apart = slots[0] - slots[1]
  if (apart > maxSlotsApart || apart < -maxSlotsApart) throw new SlotsDifferError(name, slots)
}

/**
 * Makes sure that a blockhash does not claim to live longer than blockhashes do: there are at most as many
 * blocks as slots.
 *
 * @throws {RpcAnswerError} when it does.
 */
export function assertLifetime(call: RpcCall, slot: bigint, lastValidBlockHeight: bigint): void {
  if (lastValidBlockHeight <= slot + blockhashLife) return
  const reason = `a blockhash of slot ${slot} cannot be valid up to block ${lastValidBlockHeight}`
  throw new RpcAnswerError(call.method, reason)
}

/**
 * Makes the questions for accounts: as few as nodes take, the cluster's clock among each of them.
 *
 * @returns the questions, and the reader of their answers.
 */
export function accountCallsOf(addresses: readonly SvmAddress[], config: object): AccountQuestions {
  const keys = [...new Set(addresses)].filter((address) => address !== clockSysvar)
  const chunks: SvmAddress[][] = []
  do chunks.push([...keys.splice(0, maxKeys - 1), clockSysvar])
  while (keys.length > 0)
  const calls = chunks.map((chunk) => ({ method: 'getMultipleAccounts', params: [chunk, config] }))
  const parse = (answers: readonly (RpcAnswer | undefined)[]): SvmAccountsAt | SlotsApart => {
    const accounts = new Map<SvmAddress, SvmAccount | null>()
    let atUnix: bigint | null = null
    const slots = calls.map((call, index) => {
      const { context, value } = parseSolanaAnswer(readAccounts, call, answers[index])
      const chunk = chunks[index]!
      if (value.length !== chunk.length) {
        const reason = `it has ${value.length} accounts, and ${chunk.length} were asked for`
        throw new RpcAnswerError(call.method, reason)
      }
      for (const [place, address] of chunk.entries()) {
        accounts.set(address, svmAccountOf(call, value[place] ?? null))
      }
      atUnix = clockOf(call, value[chunk.indexOf(clockSysvar)] ?? null)?.unix ?? null
      return context.slot
    })
    const [slot] = slots
    if (slot === undefined || slots.some((other) => other !== slot)) return { slots }
    if (!addresses.includes(clockSysvar)) accounts.delete(clockSysvar)
    return { slot, atUnix, accounts }
  }
  return { calls, parse }
}

/** Answers that do not belong to one slot. */
export type SlotsApart = { readonly slots: readonly bigint[] }

/** Questions for accounts, and what their answers mean. */
export type AccountQuestions = {
  readonly calls: readonly RpcCall[]
  readonly parse: (answers: readonly (RpcAnswer | undefined)[]) => SvmAccountsAt | SlotsApart
}

type ExtraRead = {
  readonly addresses: readonly SvmAddress[]
  readonly extra: (config: object) => readonly RpcCall[]
  readonly options: SvmReadOptions
}

async function readWithExtra(rpc: Rpc, { addresses, extra, options }: ExtraRead) {
  const { commitment = 'confirmed', minContextSlot = 0n } = options
  let floor = minContextSlot
  let slots: readonly bigint[] = []
  for (let count = 0; count < maxTries; count++) {
    const config = { commitment, minContextSlot: Number(floor) }
    const { calls, parse } = accountCallsOf(addresses, { ...config, encoding: 'base64' })
    const extraCalls = extra(config)
    const answers = await rpc.ask([...calls, ...extraCalls])
    const accounts = parse(answers)
    if (!('slots' in accounts)) {
      return { accounts, extraCalls, extraAnswers: answers.slice(calls.length) }
    }
    slots = accounts.slots
    for (const slot of slots) if (slot > floor) floor = slot
  }
  throw new SlotsDifferError(rpc.name, slots)
}

/** A node's answers to one batch belong to several slots. */
class SlotsDifferError extends BaseError {
  override readonly code = 'slots_differ'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, slots: readonly bigint[]) {
    super({
      message: `${endpoint} answered one batch from the slots ${slots.join(', ')}. Ask again, or use another endpoint.`,
      facts: { endpoint, slots: slots.map(String) },
      retryable: true,
    })
  }
}
