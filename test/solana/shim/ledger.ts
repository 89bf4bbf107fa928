import { type Address, getBase58Decoder, type Signature } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm'
import { NodeError } from './answer.ts'
import { type Outcome, outcomeOf, viewNow } from './outcome.ts'
import { keysOf, type WireTransaction } from './wire-transaction.ts'

/** A transaction that was sent, in the slot that it was included in. */
export type Landed = {
  readonly signature: Signature
  readonly slot: bigint
  readonly blockTime: bigint
  readonly wire: WireTransaction
  readonly outcome: Outcome
}

/** The facts that litesvm forgets: transactions by signature and address, times by slot. */
export type Ledger = {
  send(wire: WireTransaction): Landed
  find(signature: string): Landed | undefined
  /** Newest first. */
  about(key: Address): readonly Landed[]
  /** Moves the clock; a slot has one time. */
  setClock(slot: bigint, unix: bigint): void
  /** Moves the clock to a time, and the slot by as many as fit in between, at least one. */
  warpTo(unix: bigint): void
  timeOf(slot: bigint): bigint | null
}

const secondsPerSlot = 0.4

export function openLedger(svm: LiteSVM): Ledger {
  const landed: Landed[] = []
  const times = new Map<bigint, bigint>()
  const setClock = (slot: bigint, unix: bigint) => {
    const clock = svm.getClock()
    clock.slot = slot
    clock.unixTimestamp = unix
    svm.setClock(clock)
    times.set(slot, unix)
  }
  return {
    send(wire) {
      const clock = svm.getClock()
      setClock(clock.slot + 1n, clock.unixTimestamp + 1n)
      const { slot, unixTimestamp: blockTime } = svm.getClock()
      const keys = keysOf(wire)
      const before = viewNow(svm, keys)
      const result = runSigned(svm, wire)
      const outcome = outcomeOf(wire, result, { before, after: viewNow(svm, keys) })
      const signature = signatureOf(wire)
      const entry = { signature, slot, blockTime, wire, outcome }
      landed.push(entry)
      return entry
    },
    find: (signature) => landed.find((entry) => entry.signature === signature),
    about: (key) => landed.filter(({ wire }) => keysOf(wire).includes(key)).reverse(),
    setClock,
    warpTo(unix) {
      const clock = svm.getClock()
      const passed = Math.round(Number(unix - clock.unixTimestamp) / secondsPerSlot)
      setClock(clock.slot + BigInt(Math.max(1, passed)), unix)
    },
    timeOf(slot) {
      const now = svm.getClock()
      if (slot > now.slot) return null
      const past = Math.round(Number(now.slot - slot) * secondsPerSlot)
      return times.get(slot) ?? now.unixTimestamp - BigInt(past)
    },
  }
}

function runSigned(svm: LiteSVM, { transaction }: WireTransaction) {
  const unsigned = Object.values(transaction.signatures).some((bytes) => bytes === null)
  // litesvm throws where a signature is missing; a node refuses.
  if (unsigned) throw signatureRefused()
  const result = svm.sendTransaction(transaction)
  const isForged =
    result instanceof FailedTransactionMetadata && result.toString().includes('SignatureFailure')
  if (isForged) throw signatureRefused()
  return result
}

export const signatureRefused = () =>
  new NodeError(-32003, 'Transaction signature verification failure')

function signatureOf({ transaction, staticKeys }: WireTransaction): Signature {
  const bytes = transaction.signatures[staticKeys[0]!]
  return getBase58Decoder().decode(bytes!) as Signature
}
