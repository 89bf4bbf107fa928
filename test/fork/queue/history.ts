import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type LocalChain, openChain, readQueue } from '@vaultwright/chain'
import {
  deadlineOf,
  emptyQueue,
  foldQueue,
  maturityOf,
  type QueuedRequest,
  requestStatusOf,
  requestTopics,
  type WithdrawQueue,
} from '@vaultwright/queue'
import { erc20Abi, vaultAbi, withdrawQueueAbi } from '@vaultwright/registry'
import { type Abi, encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { placeOf } from '../../support/node/local-chain.ts'

const oneShare = 10n ** 18n
const deadlineSeconds = 604_800

/** Counts of what a history did. */
export type HistoryCount = {
  blocks: number
  reorganisations: number
  deepest: number
  solved: number
  refused: number
  cancelled: number
  replaced: number
}

/** A random history of the queue of the local chain on a real EVM. */
export type QueueWorld = Awaited<ReturnType<typeof openQueueWorld>>

/** Opens the queue of Local ETH with three users who have shares and a solver who has the asset. */
export async function openQueueWorld(local: LocalChain) {
  const { rpc } = local.anvil
  const chain = await openChain(rpc, { id: local.manifest.chainId })
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const [answer] = await rpc.ask([{ method, params }])
    if (!answer?.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.value
  }
  const place = (name: string) => placeOf(local, name)
  const [address, vault, asset] = [place('Local ETH: queue'), place('Local ETH'), place('WETH')]
  const [depositor, solver] = [place('depositor'), place('solver')]
  const users = [depositor, place('owner'), place('strategist')]
  const send = async (from: Address, to: Address, call: Call): Promise<boolean> => {
    const transaction = { from, to, data: encodeFunctionData(call), gas: '0x2dc6c0' }
    const receipt = (await ask('eth_sendTransactionSync', transaction)) as { status: Hex }
    return receipt.status === '0x1'
  }
  const must = async (from: Address, to: Address, call: Call) => {
    if (!(await send(from, to, call))) throw new Error(`${call.functionName} reverted.`)
  }
  await ask('anvil_autoImpersonateAccount', true)
  const firstBlock = (await chain.readBlock('latest')).number + 1n
  for (const user of users.slice(1)) {
    await ask('anvil_setBalance', user, '0x56bc75e2d63100000')
    const args = [user, 2n * oneShare]
    await must(depositor, vault, { abi: vaultAbi, functionName: 'transfer', args })
  }
  for (const user of users) {
    const args = [address, 2n ** 200n]
    await must(user, vault, { abi: vaultAbi, functionName: 'approve', args })
  }
  const approval = { abi: erc20Abi, functionName: 'approve', args: [address, 2n ** 200n] }
  await must(solver, asset, approval)
  return { local, chain, ask, send, address, vault, asset, solver, users, firstBlock }
}

type Call = { readonly abi: Abi; readonly functionName: string; readonly args: readonly unknown[] }

/** A random number from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let word = seed >>> 0
  return () => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0
    return word / 2 ** 32
  }
}

/**
 * Acts at random, and after every block holds the index against the contract: folded in one go from its logs, folded
 * block by block, and folded again after reorganisations of up to 20 blocks. A solve succeeds exactly where a request
 * is said to be matured.
 */
export async function runHistory(
  world: QueueWorld,
  { actions, seed }: { readonly actions: number; readonly seed: number },
): Promise<HistoryCount> {
  const { chain, ask, send, address, asset, solver, users } = world
  const random = randomOf(seed)
  const below = (count: number) => Math.floor(random() * count)
  const count: HistoryCount = {
    blocks: 0,
    reorganisations: 0,
    deepest: 0,
    solved: 0,
    refused: 0,
    cancelled: 0,
    replaced: 0,
  }
  const head = await chain.readBlock('latest')
  const points: Point[] = [
    {
      snapshot: await ask('evm_snapshot'),
      block: head.number,
      queue: (await foldUpTo(chain, { queue: emptyQueue(address), fromBlock: 0n })).queue,
    },
  ]
  const call = (functionName: string, args: readonly unknown[]) => ({
    abi: withdrawQueueAbi as Abi,
    functionName,
    args,
  })
  for (let action = 0; action < actions; action += 1) {
    const last = points.at(-1)!
    if (points.length > 3 && below(12) === 0) {
      const depth = 1 + below(Math.min(20, points.length - 1))
      const point = points[points.length - 1 - depth]!
      expect(await ask('evm_revert', point.snapshot)).toBe(true)
      points.splice(points.length - 1 - depth)
      points.push({ ...point, snapshot: await ask('evm_snapshot') })
      count.reorganisations += 1
      count.deepest = Math.max(count.deepest, depth)
      continue
    }
    const { queue } = last
    const queued = queue.ids.map((id) => queue.requests.get(id)!)
    const request = queued[below(queued.length)]
    const now = Number((await chain.readBlock('latest')).timestamp)
    const choice = request === undefined || queued.length < 3 ? 0 : below(5)
    if (choice === 0 || request === undefined) {
      const args = [asset, oneShare / 100n + BigInt(below(1_000)), 10, deadlineSeconds]
      expect(await send(users[below(3)]!, address, call('requestOnChainWithdraw', args))).toBe(true)
    } else if (choice === 1) {
      const cancel = call('cancelOnChainWithdraw', [tupleOf(request)])
      expect(await send(request.user, address, cancel)).toBe(true)
      count.cancelled += 1
    } else if (choice === 2) {
      const args = [tupleOf(request), 10, deadlineSeconds]
      expect(await send(request.user, address, call('replaceOnChainWithdraw', args))).toBe(true)
      count.replaced += 1
    } else {
      const [matures, expires] = [maturityOf(request), deadlineOf(request)]
      const solveTime = [now + 1, matures - 1, matures, matures + 9, expires, expires + 1][
        below(6)
      ]!
      const atUnix = Math.max(solveTime, now + 1)
      await ask('evm_setNextBlockTimestamp', `0x${atUnix.toString(16)}`)
      const solve = call('solveOnChainWithdraws', [[tupleOf(request)], '0x', solver])
      const isSolved = await send(solver, address, solve)
      expect(isSolved).toBe(requestStatusOf(request, atUnix) === 'matured')
      if (isSolved) count.solved += 1
      else count.refused += 1
    }
    const next = await foldUpTo(chain, { queue, fromBlock: last.block + 1n })
    const reading = await readQueue(chain, {
      address,
      block: await chain.readBlock('latest'),
      fromBlock: 0n,
      proves: false,
    })
    expect(reading.check).toEqual({ state: 'agrees' })
    expect(next.queue).toEqual(reading.queue)
    points.push({ snapshot: await ask('evm_snapshot'), ...next })
    count.blocks += 1
  }
  return count
}

type Point = {
  readonly snapshot: unknown
  readonly block: bigint
  readonly queue: WithdrawQueue
}

async function foldUpTo(
  chain: Chain,
  { queue, fromBlock }: { readonly queue: WithdrawQueue; readonly fromBlock: bigint },
): Promise<Omit<Point, 'snapshot'>> {
  const toBlock = await chain.readBlock('latest')
  const filter = { addresses: [queue.address], topics: [requestTopics] }
  const logs = await chain.readLogs({ ...filter, fromBlock, toBlock })
  return { block: toBlock.number, queue: foldQueue(queue, logs) }
}

/** The request as the contract takes it. */
function tupleOf(request: QueuedRequest) {
  const { nonce, user, assetOut, amountOfShares, amountOfAssets } = request
  const { creationTime, secondsToMaturity, secondsToDeadline } = request
  const amounts = { nonce, user, assetOut, amountOfShares, amountOfAssets }
  return { ...amounts, creationTime, secondsToMaturity, secondsToDeadline }
}
