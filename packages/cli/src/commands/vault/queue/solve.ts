import { type Address, isSameAddress } from '@vaultwright/base'
import { buildQueueSolve, readQueueCash, readQueuePayment } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { type Liability, liabilitiesOf } from '@vaultwright/queue'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import { defineCommand, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { writeFileWhole } from '../../../terminal/output-file.ts'
import { onEngines, payerOptions, payerReaderOf, printPayment, stopText } from './payment.ts'
import {
  amountsOf,
  checkJsonOf,
  onQueue,
  printCheck,
  queueOptions,
  queueWord,
} from './queue-input.ts'

export const command = defineCommand({
  name: 'queue solve',
  summary: 'Build the solve of the matured requests that a vault pays now',
  describe:
    'Builds one call of the solver that pays matured requests for an asset, in the order of their numbers, up to the first that lacks cash; requests that are refused for their own sake are left out, by name. The call is executed at the block before it is printed: exit 1 if it reverts, if it pays nothing, or if the contract has other requests than the logs give. The caller covers no deficit.',
  positionals: { queue: queueWord },
  options: {
    asset: text('The asset that is paid; default: the only one with matured requests', 'address'),
    safe: text('Write the call as a Safe batch', 'file'),
    ...payerOptions,
    ...queueOptions,
  },
  examples: [
    [
      'queue solve 0x… --teller 0x… --solver 0x… --chain mainnet',
      'Who can be paid now, by which call?',
    ],
  ],
  run: async (args, context) => {
    const readPayer = payerReaderOf(args)
    if (readPayer === null)
      throw new UsageError('Give --teller and --solver.', { option: 'solver' })
    return onQueue(args, context, async (reading, node) => {
      const { chain } = node
      const { block, queue } = reading
      const liability = liabilityOf(
        liabilitiesOf(queue, Number(block.timestamp)),
        args.asset === undefined ? null : parseAddress(args.asset),
      )
      const [cash] = await readQueueCash(chain, reading, [liability.asset])
      const { payment, requests, solve } = await onEngines(node, async (engines) => {
        const payer = await readPayer(engines, reading)
        const payment = await readQueuePayment(engines, reading, { payer, liability, cash: cash! })
        const requests = (payment?.payable.paid ?? []).map((id) => queue.requests.get(id)!)
        if (requests.length === 0) return { payment, requests, solve: null }
        return {
          payment,
          requests,
          solve: await buildQueueSolve(engines, reading, { payer, requests }),
        }
      })
      const isSolvable = reading.check.state === 'agrees' && solve !== null && solve.stop === null
      if (args.safe !== undefined && isSolvable) {
        const batch = buildSafeBatch({
          chainId: chain.id,
          safe: solve.call.from,
          name: `Solve ${requests.length} requests`,
          description: `Pays the requests ${requests.map(({ nonce }) => nonce).join(', ')} of the queue ${queue.address}`,
          createdAtMs: context.now(),
          calls: [{ to: solve.call.to, value: 0n, data: solve.call.data }],
        })
        await writeFileWhole(args.safe, [printSafeBatch(batch)], context)
      }
      return {
        json: () => ({
          ok: isSolvable,
          ...checkJsonOf(reading),
          asset: liability.asset,
          requests: requests.map(({ id }) => id),
          unpaid: payment === null ? null : payment.payable.unpaid,
          call: solve?.call ?? null,
          revert: solve?.stop ?? null,
        }),
        text: function* (style) {
          yield* printCheck(reading, style)
          const { say } = amountsOf(liability.asset, cash!)
          if (payment === null)
            yield style.red(
              'The accountant gives no rate for this asset: no request can be redeemed.\n',
            )
          else yield* printPayment(payment, say)
          if (solve === null) {
            yield style.red('No matured request is paid now: no call is to be sent.\n')
            return
          }
          const { call, stop } = solve
          yield stop === null
            ? `${style.green('executed')}  one call pays ${requests.length} ${requests.length === 1 ? 'request' : 'requests'}\n`
            : style.red(`The call reverts: ${stopText(stop)}\n`)
          yield `from ${call.from}\nto   ${call.to}\ndata ${call.data}\n`
        },
        exit: () => (isSolvable ? 0 : 1),
      }
    })
  },
})

function liabilityOf(liabilities: readonly Liability[], asset: Address | null): Liability {
  const matured = liabilities.filter((one) => one.matured.count > 0)
  const chosen = asset === null ? matured : matured.filter((one) => isSameAddress(one.asset, asset))
  const [first] = chosen
  if (first !== undefined && chosen.length === 1) return first
  const named = matured.map((one) => one.asset).join(', ')
  throw new UsageError(
    matured.length === 0
      ? 'No request of the queue is matured at this block.'
      : `Matured requests are for ${named}. Name one with --asset.`,
    { option: 'asset' },
  )
}
