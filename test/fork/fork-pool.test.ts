import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname } from 'node:path'
import {
  type Chain,
  ForkDiedError,
  ForkPoolClosedError,
  ForkQueueFullError,
  NoUpstreamError,
  openAnvil,
  openForkPool,
  simulateOnFork,
} from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { oneToken, openWorld, unknownAccount, value, type World } from './world.ts'

let world: World
let block: BlockRef

beforeAll(async () => {
  world = await openWorld()
  block = await world.chain.readBlock('latest')
})
afterAll(() => world?.close())

function poolOf(options: { size?: number; queue?: number; idleMs?: number } = {}) {
  const pool = openForkPool({ upstreams: { 31337: world.anvil.url }, ...options })
  onTestFinished(() => pool.close())
  return pool
}

const place = () => ({ chainId: 31337, block })
const transfer = () => {
  const { tokens, batchOf, call } = world
  return batchOf(call(tokens.plain, 'transfer', unknownAccount, oneToken))
}

test('default: a hundred simulations at once finish, and leave nothing behind', async () => {
  const pool = poolOf()
  const all = await Promise.all(
    Array.from({ length: 100 }, () => simulateOnFork(world.chain, pool, transfer())),
  )
  expect(new Set(all.map(({ gasUsed }) => gasUsed)).size).toBe(1)
  expect(all.every(({ outcome }) => outcome.status === 'success')).toBe(true)
  await until(() => pool.stats().busy === 0)
  const { pids, started, busy, waiting } = pool.stats()
  expect({ started, busy, waiting }).toEqual({ started: 2, busy: 0, waiting: 0 })
  const ports = pids.map(portOf)
  const sockets = pids.map(socketOf)
  expect(sockets.every(existsSync)).toBe(true)
  await pool.close()
  expect(pids.filter(isAlive)).toEqual([])
  expect(sockets.filter(existsSync)).toEqual([])
  for (const port of ports) await expect(isOpen(port)).resolves.toBe(false)
})

test('behavior: one at a time has a fork, in the order of asking', async () => {
  const pool = poolOf({ size: 1 })
  const order: number[] = []
  let inside = 0
  const work = (index: number) => async () => {
    inside++
    expect(inside).toBe(1)
    await value(world.anvil.rpc, 'eth_chainId')
    order.push(index)
    inside--
  }
  await Promise.all([0, 1, 2, 3].map((index) => pool.run(place(), work(index))))
  expect(order).toEqual([0, 1, 2, 3])
})

test('error: ForkDiedError, and the pool starts another one', async () => {
  const pool = poolOf({ size: 1 })
  await pool.warm(place())
  const [pid] = pool.stats().pids as [number]
  const dying = pool.run(place(), async ({ rpc }) => {
    process.kill(pid, 'SIGKILL')
    return rpc.ask([{ method: 'anvil_mine', params: ['0x2710'] }])
  })
  const waiting = simulateOnFork(world.chain, pool, transfer())
  await expect(dying).rejects.toThrow(ForkDiedError)
  await expect(dying).rejects.toMatchObject({ retryable: true, code: 'fork_died' })
  await expect(waiting).resolves.toMatchObject({ outcome: { status: 'success' } })
  expect(pool.stats()).toMatchObject({ forks: 1, started: 2 })
})

test('behavior: a fork that died idle is not missed', async () => {
  const pool = poolOf({ size: 1 })
  await pool.warm(place())
  await until(() => pool.stats().busy === 0)
  process.kill(pool.stats().pids[0]!, 'SIGKILL')
  await until(() => pool.stats().forks === 0)
  await expect(simulateOnFork(world.chain, pool, transfer())).resolves.toMatchObject({
    outcome: { status: 'success' },
  })
})

test('behavior: work that throws costs its fork, nothing else', async () => {
  const pool = poolOf({ size: 1 })
  const failure = new Error('mine')
  await expect(pool.run(place(), () => Promise.reject(failure))).rejects.toBe(failure)
  await pool.warm(place())
  expect(pool.stats().started).toBe(2)
})

test('behavior: work that the fork refuses uses up no fork', async () => {
  const pool = poolOf({ size: 1 })
  const poor = {
    from: unknownAccount,
    to: unknownAccount,
    data: '0x',
    value: 10n ** 30n,
    vault: null,
  } as const
  const refused = simulateOnFork(world.chain, pool, { ...poor, block })
  await expect(refused).rejects.toMatchObject({ code: 'rpc_refused' })
  await simulateOnFork(world.chain, pool, transfer())
  expect(pool.stats().started).toBe(1)
})

test('behavior: what was sent and not mined is not in the next work', async () => {
  const pool = poolOf({ size: 1 })
  const send = { from: unknownAccount, to: unknownAccount, gas: '0x5208', gasPrice: '0x0' }
  const pending = () =>
    pool.run(place(), async ({ rpc }) => {
      const before = await value(rpc, 'txpool_status')
      await value(rpc, 'eth_sendTransaction', send)
      return { before, after: await value(rpc, 'txpool_status') }
    })
  for (let round = 0; round < 2; round++) {
    const { before, after } = await pending()
    expect(before).toMatchObject({ pending: '0x0', queued: '0x0' })
    expect(after).toMatchObject({ pending: '0x1' })
  }
  expect(pool.stats().started).toBe(1)
})

test('behavior: a fork that cannot be undone is dropped without an error', async () => {
  const pool = poolOf({ size: 1 })
  const answer = await pool.run(place(), async ({ rpc }) => {
    // The way back is taken, and something is left behind.
    for (const id of ['0x0', '0x1', '0x2']) await rpc.ask([{ method: 'evm_revert', params: [id] }])
    await value(rpc, 'anvil_setBalance', unknownAccount, '0x7')
    return value(rpc, 'eth_getBalance', unknownAccount, 'latest')
  })
  expect(answer).toBe('0x7')
  const next = pool.run(place(), ({ rpc }) =>
    value(rpc, 'eth_getBalance', unknownAccount, 'latest'),
  )
  await expect(next).resolves.toBe('0x0')
  expect(pool.stats().started).toBe(2)
})

test('behavior: idle forks end by themselves', async () => {
  const pool = poolOf({ idleMs: 1 })
  await pool.warm(place())
  await until(() => pool.stats().forks === 0)
  expect(pool.stats().forks).toBe(0)
})

test('behavior: another block has another fork, within the bound', async () => {
  const pool = poolOf({ size: 1 })
  const before = await world.chain.readBlock(block.number - 1n)
  const blocks = [block, before, block, before, block]
  const answers = await Promise.all(
    blocks.map((at) =>
      pool.run({ chainId: 31337, block: at }, async ({ rpc }) => value(rpc, 'eth_blockNumber')),
    ),
  )
  expect(answers.map((number) => BigInt(number as string))).toEqual(
    blocks.map(({ number }) => number),
  )
  expect(pool.stats()).toMatchObject({ forks: 1, started: 2 })
})

test('error: ForkQueueFullError, NoUpstreamError, ForkPoolClosedError, a block of another chain', async () => {
  const pool = poolOf({ size: 1, queue: 1 })
  const all = [pool.warm(place()), pool.warm(place())]
  await expect(pool.warm(place())).rejects.toThrow(ForkQueueFullError)
  await Promise.all(all)
  await expect(pool.warm({ chainId: 1, block })).rejects.toThrow(NoUpstreamError)
  const wrong = { ...block, hash: `0x${'11'.repeat(32)}` as const }
  await expect(pool.warm({ chainId: 31337, block: wrong })).rejects.toMatchObject({
    code: 'chain_reorganised',
  })
  const mining = pool.run(place(), ({ rpc }) =>
    rpc.ask([{ method: 'anvil_mine', params: ['0x10000'] }]),
  )
  const refused = [mining, pool.warm(place())].map((late) =>
    expect(late).rejects.toThrow(ForkPoolClosedError),
  )
  await pool.close()
  await Promise.all(refused)
  await expect(pool.warm(place())).rejects.toThrow(ForkPoolClosedError)
})

test('error: an upstream that is not there is a typed, retryable error', async () => {
  const pool = openForkPool({ upstreams: { 31337: 'http://127.0.0.1:9/secret-key' } })
  onTestFinished(() => pool.close())
  const chain: Chain = world.chain
  const failed = simulateOnFork(chain, pool, transfer())
  await expect(failed).rejects.toMatchObject({ code: 'anvil_exited', retryable: true })
  await failed.catch((error) =>
    expect(JSON.stringify([error, error.message])).not.toMatch(/secret/),
  )
})

test('behavior: where the first upstream is dead, the next one is forked', async () => {
  const urls = ['http://127.0.0.1:9/secret-key', world.anvil.url]
  const pool = openForkPool({ upstreams: { 31337: urls } })
  onTestFinished(() => pool.close())
  const { outcome } = await simulateOnFork(world.chain, pool, transfer())
  expect(outcome.status).toBe('success')
})

test('error: what a node says of its own key is not repeated', async () => {
  const node = createServer((request, response) => {
    response.writeHead(403).end(`no key ${request.url}`)
  })
  await new Promise<void>((resolve) => {
    node.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void node.close())
  const { port } = node.address() as AddressInfo
  for (const start of ['http://user:hunter22@', 'HTTP://']) {
    const forkUrl = `${start}127.0.0.1:${port}/v2/key-of-somebody`
    const failed = openAnvil({ forkUrl }).then(
      () => '',
      (error) => JSON.stringify([error.code, error.message, error.facts]),
    )
    const message = await failed
    expect(message).toContain('anvil_exited')
    expect(message).not.toMatch(/hunter22|key-of-somebody/)
  }
})

/** The folder of a process's socket, as its own command line tells. */
function socketOf(pid: number): string {
  const list = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return dirname(list[list.indexOf('--ipc') + 1]!)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The port that a process listens on, as its own command line and the kernel tell. */
function portOf(pid: number): number {
  const inodes = execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' })
  const sockets = new Set([...inodes.matchAll(/socket:\[(\d+)\]/g)].map((match) => match[1]))
  const table = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
  for (const line of table.split('\n').slice(1)) {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    if (state === '0A' && sockets.has(inode)) return Number.parseInt(local!.split(':')[1]!, 16)
  }
  throw new Error(`${pid} listens nowhere`)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it does not come true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
