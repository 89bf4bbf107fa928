import { isSameAddress } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import {
  deadlineOf,
  maturityOf,
  type QueuedRequest,
  type RequestStatus,
  requestStatusOf,
} from '@vaultwright/queue'
import { choice, defineCommand, text } from '../../../command/command.ts'
import type { Json } from '../../../terminal/context.ts'
import { printTable, printTime } from '../../../terminal/table.ts'
import { checkJsonOf, onQueue, printCheck, queueOptions, queueWord } from './queue-input.ts'

const statuses = ['open', 'matured', 'expired', 'solved', 'cancelled', 'replaced'] as const

export const command = defineCommand({
  name: 'queue requests',
  summary: 'List the requests of a withdraw queue, with what cancel and solve take',
  describe:
    'Lists every request that a withdraw queue ever had, by number: its state at the block, its amounts in base units, and its times. Open: it cannot be solved yet; matured: it can; expired: it no longer can, and its shares stay with the queue. JSON has the whole request as cancelOnChainWithdraw and solveOnChainWithdraws take it. Exit 1 if the contract has other requests than the logs give.',
  positionals: { queue: queueWord },
  options: {
    status: choice(statuses, 'Only requests of this state'),
    asset: text('Only requests for this asset', 'address'),
    user: text('Only requests of this user', 'address'),
    ...queueOptions,
  },
  examples: [
    ['queue requests 0x… --chain mainnet --status matured', 'What can be solved now?'],
    ['queue requests 0x… --chain mainnet --json', 'As input of a solve'],
  ],
  run: async (args, context) => {
    const asset = args.asset === undefined ? null : parseAddress(args.asset)
    const user = args.user === undefined ? null : parseAddress(args.user)
    return onQueue(args, context, (reading) => {
      const atUnix = Number(reading.block.timestamp)
      const rows = [...reading.queue.requests.values()]
        .map((request) => ({ request, status: requestStatusOf(request, atUnix) }))
        .filter(({ status }) => args.status === undefined || status === args.status)
        .filter(({ request }) => asset === null || isSameAddress(request.assetOut, asset))
        .filter(({ request }) => user === null || isSameAddress(request.user, user))
      return {
        json: () => ({
          ok: reading.check.state === 'agrees',
          ...checkJsonOf(reading),
          requests: rows.map(requestJsonOf),
        }),
        text: function* (style) {
          yield* printCheck(reading, style)
          yield '\n'
          if (rows.length === 0) {
            yield 'No request is listed.\n'
            return
          }
          const cells = rows.map(({ request, status }) => [
            String(request.nonce),
            status,
            request.user,
            request.assetOut,
            String(request.amountOfShares),
            String(request.amountOfAssets),
            printTime(BigInt(maturityOf(request))),
            printTime(BigInt(deadlineOf(request))),
          ])
          yield* printTable(columns, cells, style)
        },
        exit: () => (reading.check.state === 'agrees' ? 0 : 1),
      }
    })
  },
})

const columns = [
  { title: 'number', align: 'right' },
  { title: 'state' },
  { title: 'user' },
  { title: 'asset' },
  { title: 'shares', align: 'right' },
  { title: 'assets', align: 'right' },
  { title: 'from' },
  { title: 'until' },
] as const

type Row = { readonly request: QueuedRequest; readonly status: RequestStatus }

function requestJsonOf({ request, status }: Row): Json {
  const { id, block, blockHash: _, logIndex: __, transactionHash, end, ...tuple } = request
  return {
    requestId: id,
    status,
    maturesAtUnix: maturityOf(request),
    expiresAtUnix: deadlineOf(request),
    block,
    transactionHash,
    ended: end === null ? null : endJsonOf(end),
    tuple: { ...tuple },
  }
}

function endJsonOf({ blockHash: _, logIndex: __, ...end }: NonNullable<QueuedRequest['end']>) {
  return end
}
