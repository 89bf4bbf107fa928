import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { clockSysvar } from '@vaultwright/svm'
import Type from 'typebox'
import { RpcAnswerError } from '../rpc/answer.ts'
import type { AnsweredCalls, RpcDialect } from '../rpc/dialect.ts'
import type { RpcCall } from '../rpc/rpc.ts'
import { exactCount, rawSvmAccount } from './answer.ts'
import { ClockMismatchError, clockOf } from './clock.ts'
import { genesisIdentityOf } from './genesis.ts'
import { SolanaRefusedError, solanaRefusalKind } from './refusal.ts'

const readContext = readerOf(Type.Object({ context: Type.Object({ slot: exactCount }) }))
const readRows = readerOf(Type.Object({ value: Type.Array(Type.Unknown()) }))
const readAccount = readerOf(rawSvmAccount)
const readFloor = readerOf(Type.Object({ minContextSlot: exactCount }))

const reading = /^(get[A-Z]\w+|simulateTransaction|isBlockhashValid)$/
/** Their answers are the state or the lifetime that a transaction is built on. */
const headMethods: ReadonlySet<string> = new Set(['getLatestBlockhash', 'getMultipleAccounts'])

/**
 * Makes the dialect of Solana's nodes.
 *
 * A node that answers from before the slot that a question names, from another slot than the clock among
 * the accounts shows, or for another number of accounts, is refused, and the next endpoint is asked.
 *
 * @param genesisHash - of the cluster that each endpoint must serve; null when any will do.
 */
export function solanaDialectOf(genesisHash: string | null): RpcDialect {
  return {
    isReading: ({ method }) => reading.test(method),
    isBlockCall: ({ method }) => headMethods.has(method),
    refusalKindOf: (_, refusal) => solanaRefusalKind(refusal),
    refusalErrorOf: (method, refusal) => new SolanaRefusedError(method, refusal),
    identity: genesisHash === null ? null : genesisIdentityOf(genesisHash),
    assertAnswers: (endpoint, { calls, answers }) => {
      for (const [index, call] of calls.entries()) {
        const answer = answers[index]
        if (answer?.ok === true) assertAnswer(endpoint, call, answer.value)
      }
    },
    // Each question names the slot that it must not be answered before.
    highestOf: (_: AnsweredCalls, seen) => seen,
  }
}

function assertAnswer(endpoint: string, call: RpcCall, value: unknown): void {
  const context = readContext(value)
  const floor = readFloor(call.params.at(-1))
  if (floor.ok && context.ok && context.value.context.slot < floor.value.minContextSlot) {
    const { slot } = context.value.context
    throw new SlotBehindError(endpoint, slot, floor.value.minContextSlot)
  }
  if (call.method !== 'getMultipleAccounts') return
  const rows = readRows(value)
  const [signatures] = call.params
  const expected = Array.isArray(signatures) ? signatures.length : 0
  const accounts = rows.ok ? rows.value.value : []
  if (accounts.length !== expected) {
    const reason = `it has ${accounts.length} accounts, and ${expected} were asked for`
    throw new RpcAnswerError(call.method, reason)
  }
  const raw = readAccount(
    accounts[Array.isArray(signatures) ? signatures.indexOf(clockSysvar) : -1],
  )
  const clock = raw.ok ? clockOf(call, raw.value) : null
  if (clock === null || !context.ok) return
  const { slot } = context.value.context
  if (clock.slot !== slot) throw new ClockMismatchError(endpoint, slot, clock.slot)
}

/** A node answers from a slot before the one that it was asked not to fall behind. */
class SlotBehindError extends BaseError {
  override readonly code = 'slot_behind'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, slot: bigint, floor: bigint) {
    super({
      message: `${endpoint} answers from slot ${slot}, though slot ${floor} was seen. Wait until it has caught up, or use another endpoint.`,
      facts: { endpoint, slot: String(slot), floor: String(floor) },
      retryable: true,
    })
  }
}
