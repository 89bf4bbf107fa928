import { type Address, addressBytesOf, type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'

/**
 * A request to withdraw as its queue wants it back when it is cancelled or solved; amounts in base units, times in
 * seconds.
 *
 * Source: OnChainWithdraw of the withdraw queue.
 */
export type WithdrawRequest = {
  readonly nonce: bigint
  readonly user: Address
  readonly assetOut: Address
  readonly amountOfShares: bigint
  /** Fixed when it was made, whatever the rate does later. */
  readonly amountOfAssets: bigint
  readonly creationTime: number
  readonly secondsToMaturity: number
  readonly secondsToDeadline: number
}

/** The log that made or ended a request. */
export type RequestLog = {
  readonly block: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly transactionHash: Hex
}

/** The end of a request: solved, cancelled, or replaced by another. */
export type RequestEnd = RequestLog &
  (
    | { readonly kind: 'solved' | 'cancelled' }
    | { readonly kind: 'replaced'; readonly replacedBy: Hex }
  )

/** A request that a queue had. */
export type QueuedRequest = WithdrawRequest &
  RequestLog & {
    readonly id: Hex
    /** Null while it is in the queue. */
    readonly end: RequestEnd | null
  }

/**
 * State of a request. `open`: it cannot be solved yet. `matured`: it can. `expired`: it no longer can, and its shares
 * stay with the queue until it is cancelled or replaced.
 */
export type RequestStatus = 'open' | 'matured' | 'expired' | RequestEnd['kind']

/**
 * Computes the id of a request.
 *
 * Source: keccak-256 of the eight words of its ABI encoding.
 */
export function requestIdOf(request: WithdrawRequest): Hex {
  const { nonce, user, assetOut, amountOfShares, amountOfAssets } = request
  const { creationTime, secondsToMaturity, secondsToDeadline } = request
  const words = [
    nonce,
    BigInt(printHex(addressBytesOf(user))),
    BigInt(printHex(addressBytesOf(assetOut))),
    amountOfShares,
    amountOfAssets,
    ...[creationTime, secondsToMaturity, secondsToDeadline].map(BigInt),
  ]
  const bytes = new Uint8Array(32 * words.length)
  for (const [index, word] of words.entries()) writeWord(bytes, index, word)
  return printHex(keccak256(bytes))
}

/** Returns the first second at which a request can be solved. */
export function maturityOf({ creationTime, secondsToMaturity }: WithdrawRequest): number {
  return creationTime + secondsToMaturity
}

/** Returns the last second at which a request can be solved. */
export function deadlineOf(request: WithdrawRequest): number {
  return maturityOf(request) + request.secondsToDeadline
}

/**
 * Returns the state of a request at a time. Maturity and deadline both belong to the time in which it can be solved.
 *
 * @param atUnix - of the block in which it would be solved.
 */
export function requestStatusOf(request: QueuedRequest, atUnix: number): RequestStatus {
  if (request.end !== null) return request.end.kind
  if (atUnix < maturityOf(request)) return 'open'
  return atUnix > deadlineOf(request) ? 'expired' : 'matured'
}

function writeWord(bytes: Uint8Array, index: number, word: bigint): void {
  let remainder = word
  for (let position = 32 * index + 31; remainder > 0n; position -= 1) {
    bytes[position] = Number(remainder & 0xffn)
    remainder >>= 8n
  }
}
