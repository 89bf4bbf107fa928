import { printUnits } from '@vaultwright/base'
import {
  type OwedAsset,
  type QueuePayment,
  readQueueCash,
  readQueuePayment,
} from '@vaultwright/chain'
import { liabilitiesOf, payoutOf, type RequestSum } from '@vaultwright/queue'
import { defineCommand } from '../../../command/command.ts'
import type { Json } from '../../../terminal/context.ts'
import { type Column, printTable } from '../../../terminal/table.ts'
import { onEngines, payerReaderOf, paymentOptions, printPayment } from './payment.ts'
import {
  amountsOf,
  checkJsonOf,
  onQueue,
  printCheck,
  queueOptions,
  queueWord,
} from './queue-input.ts'

export const command = defineCommand({
  name: 'queue show',
  summary: 'Show what a withdraw queue owes, and when',
  describe:
    'Shows what a withdraw queue owes at a block, an entry an asset: what is open, matured and expired, what matures in 24 hours, 3 and 7 days, and the cash that a solve of the open and matured requests takes at the rate of then, beside the idle cash of the vault. With --teller and --solver also what the vault pays at once, to the base unit, and what stops the next one; which matured requests a solver pays now, each after the one before; what to hold ready, and what is lacking. These are executed at the block, by the node. Without them idle cash stands alone, and a buffer may pay in its place. Exit 1 if the contract has other requests than the logs give.',
  positionals: { queue: queueWord },
  options: { ...paymentOptions, ...queueOptions },
  examples: [
    ['queue show 0x… --chain mainnet', 'How much is asked for, and by when?'],
    ['queue show 0x… --teller 0x… --solver 0x… --chain mainnet', 'Can the vault pay it now?'],
  ],
  run: async (args, context) => {
    const readPayer = payerReaderOf(args)
    return onQueue(args, context, async (reading, node) => {
      const { chain } = node
      const liabilities = liabilitiesOf(reading.queue, Number(reading.block.timestamp))
      const cash = await readQueueCash(
        chain,
        reading,
        liabilities.map(({ asset }) => asset),
      )
      const owing = liabilities.map((liability, index) => ({ liability, cash: cash[index]! }))
      const rows: PaidAsset[] = owing.map((row) => ({ ...row, payment: null }))
      if (readPayer !== null)
        await onEngines(node, async (engines) => {
          const payer = await readPayer(engines, reading)
          for (const row of rows)
            row.payment = await readQueuePayment(engines, reading, { ...row, payer })
        })
      return {
        json: () => ({
          ok: reading.check.state === 'agrees',
          ...checkJsonOf(reading),
          assets: rows.map(assetJsonOf),
        }),
        text: function* (style) {
          yield* printCheck(reading, style)
          for (const { liability, cash, payment } of rows) {
            const { decimals, shareDecimals, rate, idle } = cash
            const { symbol, say } = amountsOf(liability.asset, cash)
            const { open, matured, maturesIn } = liability
            const payout = payoutOf(open, matured, { rate, oneShare: 10n ** BigInt(shareDecimals) })
            const cellsOf = (title: string, sum: RequestSum) => [
              title,
              String(sum.count),
              printUnits(sum.shares, shareDecimals),
              printUnits(sum.assets, decimals),
            ]
            yield `\n${style.bold(`${cash.symbol === null ? '' : `${symbol} `}${liability.asset}`)}\n`
            const cells = [
              cellsOf('matured', matured),
              cellsOf('open', open),
              cellsOf('  of them in 24 hours', maturesIn.day),
              cellsOf('  in 3 days', maturesIn.threeDays),
              cellsOf('  in 7 days', maturesIn.week),
              cellsOf('expired', liability.expired),
            ]
            yield* printTable(columns, cells, style)
            yield `fixed ${say(payout.required)}, cash at the rate of now ${say(payout.outflow)}, idle ${say(idle)}\n`
            if (payout.outflow === null)
              yield style.yellow(
                'The accountant gives no rate for this asset: no request for it can be redeemed.\n',
              )
            else if (payout.deficit !== null && payout.deficit > 0n)
              yield style.yellow(
                `The shares are worth ${say(payout.deficit)} less than is fixed.\n`,
              )
            else if (payout.solverExcess !== null && payout.solverExcess > 0n)
              yield `The shares are worth ${say(payout.solverExcess)} more than is fixed.\n`
            if (payment !== null) yield* printPayment(payment, say)
          }
        },
        exit: () => (reading.check.state === 'agrees' ? 0 : 1),
      }
    })
  },
})

const columns: readonly Column[] = [
  { title: 'state' },
  { title: 'requests', align: 'right' },
  { title: 'shares', align: 'right' },
  { title: 'assets', align: 'right' },
]

type PaidAsset = OwedAsset & { payment: QueuePayment | null }

function assetJsonOf({ liability, cash, payment }: PaidAsset): Json {
  const { open, matured } = liability
  const oneShare = 10n ** BigInt(cash.shareDecimals)
  const payout = payoutOf(open, matured, { rate: cash.rate, oneShare })
  const row = { ...liability, ...cash, ...payout }
  if (payment === null) return row
  const { need, ...executed } = payment
  return { ...row, ...need, ...executed }
}
