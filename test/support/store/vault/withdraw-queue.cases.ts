import type { Hex } from '@vaultwright/base'
import { type QueuedRequest, requestsAt } from '@vaultwright/queue'
import { expect } from 'vitest'
import { addressOf, by, draftOf, makeTenantVault, type StoreCase } from '../store-fixture.ts'

const hashOf = (number: number | bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`
const queue = addressOf(4001)
const any = { status: null, asset: null, user: null, atUnix: 0n, toBlock: 1_000n }
const everything = { ...any, after: null, limit: 1_000 }
const markOf = (block: bigint) => ({ block, blockHash: hashOf(block) })

/** Requests of wide amounts, one a block from block 11 on; the first half of them ended ten blocks later. */
function requestsOf(count: number): readonly QueuedRequest[] {
  return Array.from({ length: count }, (_, index): QueuedRequest => {
    const request = {
      nonce: 2n ** 90n + BigInt(index),
      user: addressOf(index % 3),
      assetOut: addressOf(700 + (index % 2)),
      amountOfShares: 2n ** 127n + BigInt(index),
      amountOfAssets: 2n ** 127n - BigInt(index),
      creationTime: 1_000 + index,
      secondsToMaturity: 100,
      secondsToDeadline: 50,
    }
    const logOf = (block: bigint) => ({
      block,
      blockHash: hashOf(block),
      logIndex: index,
      transactionHash: hashOf(block + 1_000n),
    })
    const first = BigInt(11 + index)
    const log = logOf(first + 10n)
    const ends = [
      { kind: 'solved', ...log },
      { kind: 'cancelled', ...log },
      { kind: 'replaced', replacedBy: hashOf(7), ...log },
    ] as const
    const end = 2 * index < count ? ends[index % 3]! : null
    return { ...request, id: hashOf(500 + index), ...logOf(first), end }
  })
}

/** Withdraw queues of vaults. */
export const withdrawQueueCases: readonly StoreCase[] = [
  {
    name: 'law: a queue is as its requests were stored, in pieces too, and as it was before a reorganisation',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const { withdrawQueues } = store
      const read = () => withdrawQueues.find(tenant.id, vaultRef, queue)
      expect(await read()).toBeNull()
      const requests = requestsOf(12)
      let after: ReturnType<typeof markOf> | null = null
      for (const block of [10n, 15n, 20n, 30n, 31n]) {
        const readTo = markOf(block)
        const last = after?.block ?? 0n
        const changed = requestsAt(requests, block).filter(
          ({ block: first, end }) => first > last || (end !== null && end.block > last),
        )
        const extension = { queue, after, readTo, changed }
        expect(await withdrawQueues.extend(tenant.id, vaultRef, extension)).toBe(true)
        // Another process was faster.
        expect(await withdrawQueues.extend(tenant.id, vaultRef, extension)).toBe(false)
        expect(await read()).toEqual({ readTo, requests: requestsAt(requests, block) })
        after = readTo
      }
      expect((await read())?.requests).toEqual(requests)
      for (const block of [24n, 14n, 5n]) {
        const readTo = markOf(block)
        await withdrawQueues.rewind(tenant.id, vaultRef, { queue, readTo })
        expect(await read()).toEqual({ readTo, requests: requestsAt(requests, block) })
      }
      const again = { queue, after: markOf(5n), readTo: markOf(31n), changed: requests }
      expect(await withdrawQueues.extend(tenant.id, vaultRef, again)).toBe(true)
      expect((await read())?.requests).toEqual(requests)
      await withdrawQueues.rewind(tenant.id, vaultRef, { queue, readTo: null })
      expect(await read()).toBeNull()
    },
  },
  {
    name: 'law: requests are listed newest first, page by page, by state at a time, by asset and by user',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const { withdrawQueues } = store
      const requests = requestsOf(12)
      const extension = { queue, after: null, readTo: markOf(40n), changed: requests }
      await withdrawQueues.extend(tenant.id, vaultRef, extension)
      const newest = requests.toReversed().map((request) => ({ ...request, queue }))
      const list = async (query: Partial<Parameters<typeof withdrawQueues.page>[2]>) =>
        withdrawQueues.page(tenant.id, vaultRef, { ...everything, ...query })
      expect(await list({})).toEqual({ items: newest, hasMore: false })
      expect((await list({ toBlock: 12n })).items).toEqual(newest.slice(10))
      const first = await list({ limit: 5 })
      expect(first).toEqual({ items: newest.slice(0, 5), hasMore: true })
      const { block, logIndex } = newest[4]!
      expect((await list({ after: { block, logIndex } })).items).toEqual(newest.slice(5))
      const { user, assetOut: asset } = newest[0]!
      expect((await list({ user })).items).toEqual(newest.filter((row) => row.user === user))
      expect((await list({ asset })).items).toEqual(newest.filter((row) => row.assetOut === asset))
      // The seventh request, in the queue: it matures at 1106 and expires after 1156.
      const stateAt = async (atUnix: bigint) => {
        const lists = await Promise.all(
          (['open', 'matured', 'expired'] as const).map((status) => list({ status, atUnix })),
        )
        return lists.map(({ items }) => items.some(({ id }) => id === requests[6]!.id))
      }
      expect(await stateAt(1_105n)).toEqual([true, false, false])
      expect(await stateAt(1_106n)).toEqual([false, true, false])
      expect(await stateAt(1_156n)).toEqual([false, true, false])
      expect(await stateAt(1_157n)).toEqual([false, false, true])
      for (const status of ['solved', 'cancelled', 'replaced'] as const)
        expect((await list({ status })).items).toEqual(
          newest.filter(({ end }) => end?.kind === status),
        )
    },
  },
  {
    name: 'law: a vault that gives a queue up loses its rows, and an older reading takes no place',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const { withdrawQueues } = store
      const readingOf = (blockNumber: bigint, body = '{"ü":1}') => ({
        blockNumber,
        blockHash: hashOf(blockNumber),
        atUnix: blockNumber,
        body,
      })
      expect(await withdrawQueues.latest(tenant.id, vaultRef)).toBeNull()
      expect(await withdrawQueues.putReading(tenant.id, vaultRef, readingOf(5n))).toBe(true)
      expect(await withdrawQueues.putReading(tenant.id, vaultRef, readingOf(4n))).toBe(false)
      expect(await withdrawQueues.putReading(tenant.id, vaultRef, readingOf(5n, '2'))).toBe(true)
      expect(await withdrawQueues.latest(tenant.id, vaultRef)).toEqual(readingOf(5n, '2'))
      const extension = { queue, after: null, readTo: markOf(40n), changed: requestsOf(2) }
      await withdrawQueues.extend(tenant.id, vaultRef, extension)
      await store.vaults.put(tenant.id, draftOf(1), by)
      expect((await withdrawQueues.find(tenant.id, vaultRef, queue))?.requests.length).toBe(2)
      expect(await withdrawQueues.latest(tenant.id, vaultRef)).not.toBeNull()
      const draft = draftOf(1)
      const deployments = draft.deployments.map((deployment) => ({ ...deployment, queues: [] }))
      await store.vaults.put(tenant.id, { ...draft, deployments }, by)
      expect(await withdrawQueues.find(tenant.id, vaultRef, queue)).toBeNull()
      expect(await withdrawQueues.latest(tenant.id, vaultRef)).toBeNull()
      expect((await withdrawQueues.page(tenant.id, vaultRef, everything)).items).toEqual([])
    },
  },
  {
    name: 'refuses: a queue of a vault that the tenant has not, and another tenant sees nothing',
    run: async ({ store }) => {
      const { tenant, vaultRef } = await makeTenantVault(store)
      const neighbor = await makeTenantVault(store)
      const { withdrawQueues } = store
      const extension = { queue, after: null, readTo: markOf(40n), changed: requestsOf(2) }
      await withdrawQueues.extend(tenant.id, vaultRef, extension)
      const foreign = { chain: vaultRef.chain, vault: addressOf(999) }
      await expect(withdrawQueues.extend(tenant.id, foreign, extension)).rejects.toMatchObject({
        code: 'vault_not_found',
      })
      expect(await withdrawQueues.find(neighbor.tenant.id, vaultRef, queue)).toBeNull()
      expect((await withdrawQueues.page(neighbor.tenant.id, vaultRef, everything)).items).toEqual(
        [],
      )
      await withdrawQueues.rewind(neighbor.tenant.id, vaultRef, { queue, readTo: null })
      expect(await withdrawQueues.find(tenant.id, vaultRef, queue)).not.toBeNull()
    },
  },
]
