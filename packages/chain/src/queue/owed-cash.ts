import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import { nativeAsset, tellerAbi, tellerLegacyAbi } from '@vaultwright/registry'
import { decodeEventLog, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../port/chain.ts'

/** Cash beside the requests that a vault may have to pay in an asset, base units; null where it is not known. */
export type OwedCash = {
  /** Deposits that can still be refunded. */
  readonly refunds: bigint | null
  /** Fees that the accountant owes, as if they were claimed in this asset. */
  readonly fees: bigint | null
}

/** The contracts that owe. */
export type OwedQuery = {
  readonly teller: Address
  readonly accountant: Address
  readonly asset: Address
  /** Base units of the asset for one whole share. */
  readonly rate: bigint
  readonly block: BlockRef
}

/** Seconds that a teller locks shares at most. Source: its setShareLockPeriod. */
const longestLock = 259_200n

const stateAbi = parseAbi(['function accountantState()', 'function getRate()'])
const topics = [tellerAbi, tellerLegacyAbi].map(
  (abi) => encodeEventTopics({ abi, eventName: 'Deposit' })[0] as Hex,
)

/**
 * Reads what a vault may have to pay beside the requests of its queue: refunds of locked deposits, and fees.
 *
 * @throws what reading throws.
 */
export async function readOwedCash(chain: Chain, query: OwedQuery): Promise<OwedCash> {
  const [refunds, fees] = await Promise.all([readRefunds(chain, query), readFees(chain, query)])
  return { refunds, fees }
}

async function readFees(
  chain: Chain,
  { accountant, rate, block }: OwedQuery,
): Promise<bigint | null> {
  const calls = (['accountantState', 'getRate'] as const).map((functionName) => ({
    to: accountant,
    data: encodeFunctionData({ abi: stateAbi, functionName }),
  }))
  const [state, baseRate] = (await chain.readCalls(calls, block)).map((answer) =>
    answer.ok ? wordsIn(answer.data) : [],
  )
  // The state has ten words in the oldest accountant, and twelve with the highest rate before the fees.
  const fees = state?.length === 12 ? state[2] : state?.length === 10 ? state[1] : undefined
  const [base] = baseRate ?? []
  if (fees === undefined || base === undefined || base === 0n) return null
  return (fees * rate + base - 1n) / base
}

async function readRefunds(
  chain: Chain,
  { teller, asset, block }: OwedQuery,
): Promise<bigint | null> {
  const { number: fromBlock } = await chain.readBlockAt(block.timestamp - longestLock)
  const filter = { addresses: [teller], topics: [topics] }
  const logs = await chain.readLogs({ ...filter, fromBlock, toBlock: block })
  const wrapperCall = encodeFunctionData({ abi: tellerAbi, functionName: 'nativeWrapper' })
  const [wrapped] = await chain.readCalls([{ to: teller, data: wrapperCall }], block)
  const [wrapperWord] = wrapped?.ok === true ? wordsIn(wrapped.data) : []
  const deposits = logs.map(({ topics: [topic, ...more], data }) => {
    const abi = topic === topics[0] ? tellerAbi : tellerLegacyAbi
    const { args } = decodeEventLog({ abi, eventName: 'Deposit', topics: [topic!, ...more], data })
    return args
  })
  const ofAsset = deposits.filter(
    ({ depositAsset, depositTimestamp, shareLockPeriodAtTimeOfDeposit }) => {
      const isNative = isSameAddress(depositAsset, nativeAsset)
      const isThis = isNative ? wrapperWord === BigInt(asset) : isSameAddress(depositAsset, asset)
      return isThis && depositTimestamp + shareLockPeriodAtTimeOfDeposit >= block.timestamp
    },
  )
  // Who refunds a deposit clears its record; a deposit without a lock never had one.
  const records = ofAsset.map(({ nonce }) => ({
    to: teller,
    data: encodeFunctionData({
      abi: tellerAbi,
      functionName: 'publicDepositHistory',
      args: [nonce],
    }),
  }))
  const answers = await chain.readCalls(records, block)
  const words = answers.map((answer) => (answer.ok ? wordsIn(answer.data)[0] : undefined))
  if (words.includes(undefined)) return null
  return ofAsset.reduce(
    (sum, { depositAmount }, index) => (words[index] === 0n ? sum : sum + depositAmount),
    0n,
  )
}

function wordsIn(data: Hex): readonly bigint[] {
  const words = data.slice(2).match(/[0-9a-fA-F]{64}/g) ?? []
  return words.length * 64 === data.length - 2 ? words.map((word) => BigInt(`0x${word}`)) : []
}
