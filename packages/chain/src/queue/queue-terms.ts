import type { Address, Hex } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { withdrawQueueAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'

/** Terms of new requests for an asset; those in the queue keep their own. */
export type QueueTerms = {
  readonly allowsRequests: boolean
  readonly secondsToMaturity: number
  readonly minimumSecondsToDeadline: number
  /** Basis points below the rate. */
  readonly minimumDiscountBps: number
  readonly maximumDiscountBps: number
  /** Base units of shares. */
  readonly minimumShares: bigint
  /** Shares that may still be asked for, base units; null without a limit. */
  readonly capacity: bigint | null
}

/**
 * Reads the terms of assets from the state of a queue, in their order: not each change of them is logged.
 *
 * @returns null for an asset that the queue has no terms of.
 * @throws what reading throws.
 */
export async function readQueueTerms(
  chain: Pick<Chain, 'readCalls'>,
  { queue, assets }: { readonly queue: Address; readonly assets: readonly Address[] },
  block: BlockRef,
): Promise<readonly (QueueTerms | null)[]> {
  if (assets.length === 0) return []
  const calls = assets.map((asset) => ({
    to: queue,
    data: encodeFunctionData({
      abi: withdrawQueueAbi,
      functionName: 'withdrawAssets',
      args: [asset],
    }),
  }))
  const answers = await chain.readCalls(calls, block)
  return answers.map((answer) => (answer.ok ? termsIn(answer.data) : null))
}

type TermWords = [bigint, bigint, bigint, bigint, bigint, bigint, bigint?]

/** Words of the older version, which has no capacity. */
const olderWords = 6
const noLimit = 2n ** 256n - 1n

function termsIn(data: Hex): QueueTerms | null {
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  if (words.length !== olderWords && words.length !== olderWords + 1) return null
  const [allows, maturity, deadline, lowest, highest, shares, capacity = noLimit] =
    words as TermWords
  // A mapping answers zeros for what it does not have.
  if (words.every((word) => word === 0n)) return null
  return {
    allowsRequests: allows === 1n,
    secondsToMaturity: Number(maturity),
    minimumSecondsToDeadline: Number(deadline),
    minimumDiscountBps: Number(lowest),
    maximumDiscountBps: Number(highest),
    minimumShares: shares,
    capacity: capacity === noLimit ? null : capacity,
  }
}
