import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { withdrawQueueAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { checkQueue } from './check.ts'
import { emptyQueue, foldQueue } from './queue.ts'
import type { QueueLog } from './queue-event.ts'
import { requestIdOf, requestStatusOf, type WithdrawRequest } from './request.ts'
import { requestsAt, restoreQueue } from './stored-request.ts'

const address: Address = '0x00000000000000000000000000000000000000A1'
const otherQueue: Address = '0x00000000000000000000000000000000000000A2'
const users: readonly Address[] = [
  '0x00000000000000000000000000000000000000b1',
  '0x00000000000000000000000000000000000000b2',
]
const asset: Address = '0x00000000000000000000000000000000000000C1'
const created = 1_795_219_188

/** A request, its id and log as viem encodes them. */
function requested(nonce: bigint, user: Address, at: Partial<QueueLog>): QueueLog & { id: Hex } {
  const request = requestOf(nonce, user)
  const fields = [
    request.amountOfShares,
    request.amountOfAssets,
    request.creationTime,
    request.secondsToMaturity,
    request.secondsToDeadline,
  ] as const
  const id = keccak256(
    encodeAbiParameters(
      ['uint96', 'address', 'address', 'uint128', 'uint128', 'uint40', 'uint24', 'uint24'].map(
        (type) => ({ type }),
      ),
      [nonce, user, asset, ...fields],
    ),
  )
  const topics = encodeEventTopics({
    abi: withdrawQueueAbi,
    eventName: 'OnChainWithdrawRequested',
    args: { requestId: id, user, assetOut: asset },
  }) as Hex[]
  const types = ['uint96', 'uint128', 'uint128', 'uint40', 'uint24', 'uint24']
  const data = encodeAbiParameters(
    types.map((type) => ({ type })),
    [nonce, ...fields],
  )
  return { ...base, ...at, topics, data, id }
}

function ended(kind: 'Cancelled' | 'Solved', id: Hex, at: Partial<QueueLog> & { user: Address }) {
  const { user, ...log } = at
  const topics = encodeEventTopics({
    abi: withdrawQueueAbi,
    eventName: `OnChainWithdraw${kind}`,
    args: { requestId: id, user },
  }) as Hex[]
  const data = encodeAbiParameters([{ type: 'uint256' }], [BigInt(created)])
  return { ...base, ...log, topics, data }
}

const base = {
  address,
  blockNumber: 1n,
  blockHash: '0xb1' as Hex,
  logIndex: 0,
  transactionHash: '0x01' as Hex,
}

function requestOf(nonce: bigint, user: Address): WithdrawRequest {
  const times = { creationTime: created, secondsToMaturity: 200, secondsToDeadline: 300 }
  const amounts = { amountOfShares: 10n ** 18n, amountOfAssets: 2_500_000n }
  return { nonce, user, assetOut: asset, ...amounts, ...times }
}

/** A history of a queue, and what its set holds after it by a plain list: the last takes the place of what leaves. */
const history = fc
  .array(fc.tuple(fc.nat(4), fc.nat(50), fc.nat(1)), { maxLength: 60 })
  .map((acts) => {
    const logs: QueueLog[] = []
    const set: { readonly id: Hex; readonly user: Address }[] = []
    let nonce = 1n
    for (const [index, [act, pick, who]] of acts.entries()) {
      const where = {
        blockNumber: BigInt(1 + Math.floor(index / 3)),
        logIndex: 2 * index,
        transactionHash: `0x${String(index).padStart(2, '0')}` as Hex,
      }
      if (act === 3 && set.length > 0) {
        // A replacement: the last takes the place of what leaves, and the new one comes last.
        const position = pick % set.length
        const { id, user } = set[position]!
        const log = requested(nonce, user, { ...where, logIndex: where.logIndex + 1 })
        nonce += 1n
        logs.push(ended('Cancelled', id, { ...where, user }), log)
        const last = set.pop()!
        if (position < set.length) set[position] = last
        set.push({ id: log.id, user })
        continue
      }
      if (act < 2 || set.length === 0) {
        const user = users[who]!
        const log = requested(nonce, user, where)
        nonce += 1n
        logs.push(log)
        set.push({ id: log.id, user })
        continue
      }
      const position = pick % set.length
      const { id, user } = set[position]!
      logs.push(ended(act === 2 ? 'Cancelled' : 'Solved', id, { ...where, user }))
      const last = set.pop()!
      if (position < set.length) set[position] = last
    }
    return { logs, ids: set.map(({ id }) => id), nonce }
  })

const faultOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof BaseError ? error.facts.fault : error
  }
  return null
}

test('law: one go and pieces fold to the same queue, in the order of the set', () => {
  fc.assert(
    fc.property(history, fc.nat(60), ({ logs, ids, nonce }, cut) => {
      const whole = foldQueue(emptyQueue(address), logs)
      const first = foldQueue(emptyQueue(address), logs.slice(0, cut))
      expect(foldQueue(first, logs.slice(cut))).toEqual(whole)
      expect(whole.ids).toEqual(ids)
      expect(
        checkQueue(whole, { ids, nonce, sharesHeld: BigInt(ids.length) * 10n ** 18n }),
      ).toEqual({
        state: 'agrees',
      })
    }),
  )
})

test('law: stored requests give the queue again, whole, and as it was before a reorganisation', () => {
  fc.assert(
    fc.property(history, fc.nat(25), ({ logs }, cut) => {
      const whole = foldQueue(emptyQueue(address), logs)
      const stored = [...whole.requests.values()].reverse()
      expect(restoreQueue(address, stored)).toEqual(whole)
      const block = BigInt(cut)
      const before = logs.filter(({ blockNumber }) => blockNumber <= block)
      const restored = restoreQueue(address, requestsAt(stored, block))
      expect(restored).toEqual(foldQueue(emptyQueue(address), before))
      const later = logs.slice(before.length)
      expect(foldQueue(restored, later)).toEqual(whole)
    }),
  )
})

test('law: each log left out is noticed, by a later log or by the check', () => {
  fc.assert(
    fc.property(history, fc.nat(59), ({ logs, ids, nonce }, at) => {
      fc.pre(at < logs.length)
      const logsLeft = logs.filter((_, index) => index !== at)
      const run = () => foldQueue(emptyQueue(address), logsLeft)
      const fault = faultOf(run)
      const contract = { ids, nonce, sharesHeld: BigInt(ids.length) * 10n ** 18n }
      const notice = fault ?? checkQueue(run(), contract).state
      expect(['nonce', 'not_open', 'differs']).toContain(notice)
    }),
  )
})

test('law: a doubled log, two swapped ones and one of another queue are refused', () => {
  fc.assert(
    fc.property(history, fc.nat(59), ({ logs }, at) => {
      fc.pre(at + 1 < logs.length)
      const [before, log, next, after] = [
        logs.slice(0, at),
        logs[at]!,
        logs[at + 1]!,
        logs.slice(at + 2),
      ] as const
      const faultIn = (changed: readonly QueueLog[]) =>
        faultOf(() => foldQueue(emptyQueue(address), changed))
      expect(faultIn([...before, log, log, next, ...after])).toBe('order')
      expect(['order', 'nonce', 'not_open']).toContain(faultIn([...before, next, log, ...after]))
      expect(faultIn([...before, { ...log, address: otherQueue }, next, ...after])).toBe('queue')
    }),
  )
})

test('golden: a cancel and a request beside each other are a replacement, apart they are not', () => {
  const asks = (logIndex: number, transactionHash: Hex) => {
    const first = requested(1n, users[0]!, {})
    const place = { blockNumber: 2n, transactionHash: '0x02' as Hex }
    const cancelled = ended('Cancelled', first.id, { ...place, logIndex: 4, user: users[0]! })
    const second = requested(2n, users[0]!, { blockNumber: 2n, logIndex, transactionHash })
    const queue = foldQueue(emptyQueue(address), [first, cancelled, second])
    return [queue.requests.get(first.id)!.end?.kind, queue.ids, [second.id]] as const
  }
  const [kind, ids, expected] = asks(5, '0x02')
  expect([kind, ids]).toEqual(['replaced', expected])
  expect(asks(6, '0x02')[0]).toBe('cancelled')
  expect(asks(5, '0x03')[0]).toBe('cancelled')
})

test('golden: a request can be solved from its maturity to its deadline, both included', () => {
  const request = { ...requestOf(1n, users[0]!), id: '0x01', block: 1n, transactionHash: '0x01' }
  const statusAt = (seconds: number) =>
    requestStatusOf({ ...request, end: null } as never, created + seconds)
  expect([199, 200, 500, 501].map(statusAt)).toEqual(['open', 'matured', 'matured', 'expired'])
})

test('golden: an id is that of the ABI encoding of viem', () => {
  const { id } = requested(7n, users[1]!, {})
  expect(requestIdOf(requestOf(7n, users[1]!))).toBe(id)
})

test('refuses: an id that is no hash of its request, a foreign user, words that do not fit', () => {
  const log = requested(1n, users[0]!, {})
  const topics = [log.topics[0]!, `0x${'ab'.repeat(32)}` as Hex, ...log.topics.slice(2)]
  const fold = (...logs: readonly QueueLog[]) => faultOf(() => foldQueue(emptyQueue(address), logs))
  expect(fold({ ...log, topics })).toBe('id')
  expect(fold(log, ended('Solved', log.id, { logIndex: 1, user: users[1]! }))).toBe('user')
  expect(fold({ ...log, data: log.data.slice(0, -64) as Hex })).toBe('shape')
  expect(fold({ ...log, data: `0x1${log.data.slice(3)}` })).toBe('shape')
  expect(fold({ ...log, topics: log.topics.slice(0, 3) })).toBe('shape')
  expect(fold({ ...log, topics: [`0x${'00'.repeat(32)}`, ...log.topics.slice(1)] })).toBe('shape')
})

test('refuses: fewer shares than its requests have, and names the first position that differs', () => {
  const [first, second] = [requested(1n, users[0]!, {}), requested(2n, users[1]!, { logIndex: 1 })]
  const queue = foldQueue(emptyQueue(address), [first, second])
  const contract = { ids: queue.ids, nonce: 3n, sharesHeld: 2n * 10n ** 18n }
  expect(checkQueue(queue, contract).state).toBe('agrees')
  expect(checkQueue(queue, { ...contract, sharesHeld: 2n * 10n ** 18n - 1n })).toMatchObject({
    what: 'escrow',
  })
  expect(checkQueue(queue, { ...contract, nonce: 4n })).toMatchObject({ what: 'nonce' })
  expect(checkQueue(queue, { ...contract, ids: [second.id, first.id] })).toMatchObject({
    what: 'ids',
    position: 0,
    folded: first.id,
    contract: second.id,
  })
  expect(checkQueue(queue, { ...contract, ids: [first.id] })).toMatchObject({
    position: 1,
    folded: second.id,
    contract: null,
  })
})
