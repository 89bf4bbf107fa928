import { setTimeout as pause } from 'node:timers/promises'
import type { Address, Hex } from '@vaultwright/base'
import { type LocalChain, openProvenBlock, readQueue, readSolver } from '@vaultwright/chain'
import {
  type Drill,
  type DrillDemand,
  type DrillRequest,
  drillQueryOf,
  runDrill,
} from '@vaultwright/operations'
import { type DrillCall, type DrillWorld, openDrillWorld } from '@vaultwright/outcome'
import { knownFactsOf } from '@vaultwright/protocols'
import { erc20Abi, rolesAuthorityAbi, vaultAbi, withdrawQueueAbi } from '@vaultwright/registry'
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { localTree, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { artifactOf } from '../artifact.ts'
import { openQueueWorld } from '../queue/history.ts'

export const oneShare = 10n ** 18n
const gas = `0x${(2n ** 24n).toString(16)}`

/** Local ETH with a solver, matured requests for most of its shares, and little idle cash. */
export async function openExitWorld(local: LocalChain, requests: readonly bigint[]) {
  const world = await openQueueWorld(local)
  const { chain, ask, send, address, vault, asset, users } = world
  const place = (name: string) => placeOf(local, name)
  const owner = place('owner')
  const { abi, code } = await artifactOf('CoveringSolver')
  const data = encodeDeployData({ abi, bytecode: code, args: [owner, address, true] } as never)
  const receipt = await ask('eth_sendTransactionSync', { from: owner, data, gas })
  const solver = (receipt as { contractAddress: Address }).contractAddress
  const act = async (from: Address, to: Address, call: Act) => {
    if (!(await send(from, to, call))) throw new Error(`${call.functionName} reverted.`)
  }
  await act(owner, place('Local ETH: roles'), {
    abi: rolesAuthorityAbi,
    functionName: 'setUserRole',
    args: [solver, 12, true],
  })
  for (const shares of requests)
    await act(users[0]!, address, {
      abi: withdrawQueueAbi,
      functionName: 'requestOnChainWithdraw',
      args: [asset, shares, 0, 604_800],
    })
  await ask('evm_increaseTime', 400_000)
  await ask('evm_mine')
  const holdingOf = async (holder: Address, token: Address = asset) => {
    const block = await chain.readBlock('latest')
    const [amount] = await chain.readTokenBalances([{ token, holder }], block)
    return amount!
  }
  /** Leaves so much idle cash in the vault. */
  const keep = async (amount: bigint) => {
    const args = [owner, (await holdingOf(vault)) - amount] as const
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await act(owner, vault, {
      abi: vaultAbi,
      functionName: 'manage',
      args: [asset, transfer, 0n],
    })
  }
  const payer = {
    vault,
    teller: place('Local ETH: teller'),
    solver: await readSolver(chain, solver, await chain.readBlock('latest')),
    sender: owner,
  }
  const queryOf = async (part: Partial<DrillRequest> = {}): Promise<DrillRequest> => {
    const block = await chain.readBlock('latest')
    const { queue } = await readQueue(chain, { address, block, proves: false, fromBlock: 0n })
    const tree = localTree('local-eth-main-3').tree
    const manager = place('Local ETH: manager')
    const knownFacts = knownFactsOf(local.manifest.chainId)
    return {
      tree: { tree, vault, manager, drones: [], knownFacts },
      strategist: place('strategist'),
      payer,
      accountant: place('Local ETH: accountant'),
      demand: { kind: 'matured', queue },
      unwinding: 'steps',
      ...part,
    }
  }
  const aTokenOf = async (): Promise<Address> => {
    const call = `0x35ea6a75${'0'.repeat(24)}${asset.slice(2)}` as const
    const block = await chain.readBlock('latest')
    const [answer] = await chain.readCalls([{ to: place('Aave pool'), data: call }], block)
    return `0x${(answer as { data: string }).data.slice(2 + 64 * 8 + 24, 2 + 64 * 9)}`
  }
  return { ...world, aTokenOf, place, owner, act, holdingOf, keep, payer, queryOf }
}

type Act = { readonly abi: Abi; readonly functionName: string; readonly args: readonly unknown[] }

/** Local ETH, with what a drill of it needs. */
export type ExitWorld = Awaited<ReturnType<typeof openExitWorld>>

/**
 * Starts a local chain on which four users ask Local ETH for their shares.
 *
 * @param kept - base units of WETH that stay idle; null for all that is.
 * @returns `begin` undoes what a test changed, with the transactions that wait in the pool.
 */
export async function startExitWorld(kept: bigint | null) {
  const local = await startLocalChain()
  const world = await openExitWorld(
    local,
    [100n, 120n, 90n, 30n].map((shares) => shares * oneShare),
  )
  const { ask } = world
  if (kept !== null) await world.keep(kept)
  let point = await ask('evm_snapshot')
  const begin = async () => {
    expect(await ask('evm_revert', point)).toBe(true)
    await ask('anvil_dropAllTransactions')
    point = await ask('evm_snapshot')
  }
  return { world, begin, close: () => local.anvil.close() }
}

/** Runs a drill on the newest block. */
export async function drillOn(
  world: ExitWorld,
  part: Partial<DrillRequest> & { readonly demand?: DrillDemand } = {},
  prepare: (on: DrillWorld) => Promise<void> = async () => undefined,
): Promise<Drill> {
  const base = await openProvenBlock(world.chain, await world.chain.readBlock('latest'))
  const on = await openDrillWorld(base, {
    stepSeconds: 12n,
    delaySeconds: 0n,
    nowMs: () => performance.now(),
  })
  await prepare(on)
  return runDrill(on, drillQueryOf(await world.queryOf(part)))
}

/** Sends the calls of a drill as they are, at the times that it states, and holds each against what it foretells. */
export async function executeDrill(world: ExitWorld, drill: Drill): Promise<void> {
  const { ask, vault, holdingOf, queryOf } = world
  const { demand } = await queryOf()
  const setTime = async (unix: bigint) =>
    void (await ask('evm_setNextBlockTimestamp', `0x${unix.toString(16)}`))
  const isMined = async (hash: unknown): Promise<boolean | null> => {
    const receipt = (await ask('eth_getTransactionReceipt', hash)) as { status: Hex } | null
    return receipt === null ? null : receipt.status === '0x1'
  }
  // After a revert Anvil now and then leaves a transaction in its pool: then its block is mined by hand.
  const isSent = async ({ from, to, data }: DrillCall): Promise<boolean> => {
    const hash = await ask('eth_sendTransaction', { from, to, data, gas })
    for (let tries = 0; tries < 40; tries += 1) {
      const outcome = await isMined(hash)
      if (outcome !== null) return outcome
      if (tries === 20) await ask('evm_mine')
      await pause(50)
    }
    throw new Error(`${to} was not called.`)
  }
  const isRefused = async (call: DrillCall, unix: bigint) => {
    const back = await ask('evm_snapshot')
    await setTime(unix)
    expect(await isSent(call)).toBe(false)
    await ask('evm_revert', back)
    await ask('anvil_dropAllTransactions')
  }
  for (const { asset, block, call, paid, cap } of drill.batch === null ? drill.unwinds : []) {
    const before = await holdingOf(vault, asset)
    if (cap !== null) await isRefused(cap.call, block.timestamp)
    await setTime(block.timestamp)
    expect(await isSent(call)).toBe(true)
    expect((await holdingOf(vault, asset)) - before).toBe(paid)
  }
  if (drill.batch !== null) {
    await setTime(drill.batch.block.timestamp)
    expect(await isSent(drill.batch.call)).toBe(drill.batch.stop === null)
  }
  const requests = 'queue' in demand ? demand.queue.requests : new Map()
  for (const payment of [
    ...drill.payments,
    ...drill.unpaid.map((one) => ({ ...one, kind: 'unpaid' as const })),
  ]) {
    if (payment.kind === 'wait' || payment.request === null) continue
    const [call] = payment.calls
    if (payment.kind === 'unpaid') {
      // What is refused leaves nothing: the next one follows a second later.
      const { timestamp } = await world.chain.readBlock('latest')
      const stated = payment.block.timestamp
      await setTime(stated > timestamp ? stated : timestamp + 1n)
      expect(await isSent(call!)).toBe(false)
      continue
    }
    const { user } = requests.get(payment.request)!
    const before = await holdingOf(user, payment.asset)
    await setTime(payment.block.timestamp)
    expect(await isSent(call!)).toBe(true)
    expect((await holdingOf(user, payment.asset)) - before).toBe(payment.paid)
  }
}
