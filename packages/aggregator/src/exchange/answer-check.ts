import { type Address, isSameAddress } from '@vaultwright/base'
import type { OfferRequest } from '../aggregator.ts'
import { AggregatorAnswerError } from './ask-server.ts'

/** Refuses an answer that sells another amount than was asked for. Base units. @throws {AggregatorAnswerError} */
export function assertAmount(name: string, amount: bigint, { sellAmount }: OfferRequest): void {
  if (amount === sellAmount) return
  throw new AggregatorAnswerError(name, `it sells ${amount} base units`)
}

/** Refuses calldata that another account is to send. @throws {AggregatorAnswerError} */
export function assertTaker(name: string, sender: Address, { taker }: OfferRequest): void {
  if (isSameAddress(sender, taker)) return
  throw new AggregatorAnswerError(name, `its calldata is for ${sender}`)
}

/** Refuses an allowance for another account than the one that is called. @throws {AggregatorAnswerError} */
export function assertSpender(name: string, spender: Address, target: Address): void {
  if (isSameAddress(spender, target)) return
  throw new AggregatorAnswerError(name, `it takes its allowance for ${spender}`)
}
