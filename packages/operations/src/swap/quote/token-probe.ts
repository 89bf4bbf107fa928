import type { Address, Hex } from '@vaultwright/base'
import { type RunRead, type RunTransaction, simulateEach } from '@vaultwright/chain'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import { isRounding, type TokenFault } from '@vaultwright/swap'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRunResult } from '../swap-run.ts'
import { holderOf } from '../swap-run-read.ts'

/** An account at which nothing is: what is sent to it can be counted. */
const counter: Address = '0x000000000000000000000000c01ba1A9ce0000C2'
const transfer = parseSignature('transfer(address,uint256)')

/**
 * Sends both tokens to an account and counts what arrives: a token that takes a fee of transfers, told or
 * not, shows it whatever the venue does. The sold token comes back before the swap runs.
 *
 * @param result - a swap that ran, whose output is sent on.
 * @returns the tokens of which other amounts arrive; a token that refuses the transfer says nothing.
 */
export async function probeTokens(
  session: QuoteSession,
  result: SwapRunResult,
): Promise<readonly TokenFault[]> {
  const { engines, block, strategist, vault, before } = session.swapRuns
  const { measurement, built, swapRun } = result
  if (built === null) return []
  const holder = holderOf(swapRun, vault)
  const [sold, bought] = [session.sellToken.address, session.buyToken.address]
  const swap = { from: strategist, to: built.target, data: built.calldata }
  const steps: readonly {
    readonly token: Address | null
    readonly transactions: readonly RunTransaction[]
  }[] = [
    {
      token: sold,
      transactions: [
        transferOf(sold, { from: holder, to: counter, amount: session.sellAmount }),
        transferOf(sold, { from: counter, to: holder, amount: session.sellAmount }),
      ],
    },
    { token: null, transactions: [swap] },
    {
      token: bought,
      transactions: [transferOf(bought, { from: holder, to: counter, amount: measurement.bought })],
    },
  ].filter(({ token }) => token !== nativeAsset)
  const reads = [sold, bought].map(
    (token): RunRead => ({ kind: 'balance', token, holder: counter }),
  )
  const transactions = [...before, ...steps.flatMap((step) => step.transactions)]
  const { runs } = await simulateEach(engines, block, [{ transactions, reads }])
  const [run] = runs
  let place = before.length
  return steps.flatMap(({ token, transactions }) => {
    const first = place
    place += transactions.length
    if (token === null || run?.transactions[first]?.isSuccess !== true) return []
    const probeIndex = token === sold ? 0 : 1
    const [then, now] = [run.readings[first]?.[probeIndex], run.readings[first + 1]?.[probeIndex]]
    const sent = token === sold ? session.sellAmount : measurement.bought
    if (typeof then !== 'bigint' || typeof now !== 'bigint') return []
    const missing = sent - (now - then)
    return isRounding(missing, sent) ? [] : [{ token, sent, arrived: now - then }]
  })
}

type TokenMove = { readonly from: Address; readonly to: Address; readonly amount: bigint }

function transferOf(token: Address, { from, to, amount }: TokenMove): RunTransaction {
  const data: Hex = encodeCall(transfer, [to, amount])
  return { from, to: token, data }
}
