import type { LocalChain } from '@vaultwright/chain'
import { openStream, type Stream, shareRateOf, totalAssetsOf } from '@vaultwright/valuation'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Books, readBooks } from '../support/index/oracle/accountant-read.ts'
import { type Ledger, momentOf, openLedger, readTimes } from '../support/index/oracle/ledger.ts'
import { startLocalChain } from '../support/node/local-chain.ts'

/** At how many moments of each day the contract is asked. */
const count = 50
const daySeconds = 86_400n
/** Of `getRate()` and `totalAssets()`. */
const views = ['0x679aefce', '0x01e1d114'] as const

let local: LocalChain
let ledger: Ledger
let times: readonly bigint[]

beforeAll(async () => {
  local = await startLocalChain()
  ledger = openLedger(local)
  times = await readTimes(ledger)
})
afterAll(() => local?.anvil.close())

test('law: between updates the model of a stream says what the contract says, every second', async () => {
  const vault = local.manifest.vaults.find(({ name }) => name === 'Local USD')!
  const accountant = vault.accountant.address
  const start = times[1]! - (times[1]! % daySeconds)
  const terms = { vault: vault.vault, accountant }
  const random = randomFrom(20_260_101)
  let [moving, compared] = [0, 0]
  for (let day = 1n; day < BigInt(local.manifest.days); day++) {
    const moments = Array.from({ length: count }, () => start + day * daySeconds + random(86_400))
    const blocks = moments.map((atUnix) => blockAt(times, atUnix))
    const books = new Map<bigint, Books>()
    for (const block of new Set(blocks)) {
      const moment = momentOf(ledger, { block, atUnix: times[Number(block)]! })
      books.set(block, await readBooks(moment, terms, block))
    }
    const chainRates = await Promise.all(
      moments.map((atUnix, at) =>
        Promise.all(views.map((data) => rateAt({ to: accountant, data }, blocks[at]!, atUnix))),
      ),
    )
    for (const [index, atUnix] of moments.entries()) {
      const stream = streamOf(books.get(blocks[index]!)!, vault.decimals)
      const computed = [shareRateOf(stream, atUnix), totalAssetsOf(stream, atUnix)]
      expect(computed, `at ${atUnix}`).toEqual(chainRates[index])
      compared += 1
      if (computed[0] !== stream.sharePrice) moving += 1
    }
  }
  expect(compared).toBe(count * (local.manifest.days - 1))
  // A stream that never moved would agree with anything.
  expect(moving).toBeGreaterThan(compared * 0.8)
})

async function rateAt(
  call: { readonly to: string; readonly data: string },
  block: bigint,
  atUnix: bigint,
): Promise<bigint> {
  const params = [call, toHex(block), {}, { time: toHex(atUnix) }]
  const request = { method: 'eth_call', params } as never
  return BigInt((await ledger.client.request(request)) as string)
}

/** The part of the contract's state that a reading keeps, as the model takes it. */
function streamOf({ stream, supply }: Books, shareDecimals: number): Stream {
  const { price, gains, bookedAtUnix, startUnix, endUnix } = stream!
  const terms = {
    shareDecimals,
    platformFeeBps: 0n,
    performanceFeeBps: 0n,
    minimumUpdateDelay: 0n,
    minimumVestingTime: 0n,
    maximumVestingTime: 0n,
    maxDeviationYieldBps: 0n,
    maxDeviationLossBps: 0n,
  }
  return {
    ...openStream(terms, price, bookedAtUnix),
    totalShares: supply,
    vestingGains: gains,
    vestingBookedAtUnix: bookedAtUnix,
    vestingStartsAtUnix: startUnix,
    vestingEndsAtUnix: endUnix,
  }
}

function blockAt(blockTimes: readonly bigint[], atUnix: bigint): bigint {
  return BigInt(blockTimes.filter((time) => time <= atUnix).length - 1)
}

/** Whole numbers below a bound, the same each time. */
function randomFrom(seed: number): (below: number) => bigint {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return BigInt(Math.floor((state / 2 ** 32) * below))
  }
}
