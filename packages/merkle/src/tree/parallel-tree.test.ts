import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keccak256, keccakBatch } from '../engine/keccak.ts'
import { buildSubtree, buildTreeParallel, PoolAnswerError, type TreePool } from './parallel-tree.ts'
import { buildTree } from './tree.ts'

const pad = keccak256(Uint8Array.of(7))
const local: TreePool = { size: 3, run: async (task) => buildSubtree(structuredClone(task)) }

function digestsOf(count: number): Uint8Array {
  const data = new Uint8Array(new Uint32Array(count).map((_, index) => index).buffer)
  return keccakBatch(
    data,
    new Uint32Array(count + 1).map((_, index) => 4 * index),
  )
}

describe('default', () => {
  test.each([
    [1, 1],
    [4096, 4096],
    [4097, 8192],
    [16_384, 16_384],
    [20_000, 32_768],
    [20_000, 131_072],
    [12_288, 16_384],
    [5, 65_536],
  ])('law: %i leaves of %i come out as on one thread', async (count, capacity) => {
    const options = { capacity, padding: pad }
    const tree = await buildTreeParallel(digestsOf(count), local, options)
    const expected = buildTree(digestsOf(count), options)
    expect(Buffer.compare(tree.nodes, expected.nodes)).toBe(0)
    expect({ ...tree, nodes: null }).toEqual({ ...expected, nodes: null })
  })

  test('behavior: a full tree needs no padding', async () => {
    const digests = digestsOf(32_768)
    const tree = await buildTreeParallel(digests, local)
    expect(Buffer.compare(tree.nodes, buildTree(digests).nodes)).toBe(0)
  })
})

describe('behavior: real threads', () => {
  const source = new URL('../index.ts', import.meta.url).href
  const program = `
    import { parentPort } from 'node:worker_threads'
    import { buildSubtree } from '${source}'
    parentPort.on('message', (task) => {
      const nodes = buildSubtree(task)
      parentPort.postMessage(nodes, [nodes.buffer])
    })`
  const workers: Worker[] = []
  const idle: Worker[] = []

  beforeAll(() => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    for (let index = 0; index < 2; index++) {
      workers.push(new Worker(url, { execArgv: ['--conditions=source'] }))
    }
    idle.push(...workers)
  })
  afterAll(() => Promise.all(workers.map((worker) => worker.terminate())))

  const pool: TreePool = {
    size: 2,
    run: (task) =>
      new Promise((resolve, reject) => {
        const worker = idle.pop()!
        worker.once('error', reject)
        worker.once('message', (nodes) => {
          worker.off('error', reject)
          idle.push(worker)
          resolve(nodes)
        })
        worker.postMessage(task)
      }),
  }

  test('build the same tree', async () => {
    const digests = digestsOf(40_000)
    const tree = await buildTreeParallel(digests, pool, { padding: pad })
    expect(Buffer.compare(tree.nodes, buildTree(digests, { padding: pad }).nodes)).toBe(0)
  }, 30_000)
})

describe('errors', () => {
  test.each([[null], [new Uint8Array(32)], ['text']])(
    'error: PoolAnswerError for %s',
    async (answer) => {
      const broken: TreePool = { size: 1, run: async () => answer as Uint8Array }
      await expect(buildTreeParallel(digestsOf(16_384), broken)).rejects.toThrow(PoolAnswerError)
    },
  )

  test('the errors of buildTree, and those of the pool as they are', async () => {
    await expect(buildTreeParallel(new Uint8Array(), local)).rejects.toThrow('at least one leaf')
    await expect(buildTreeParallel(new Uint8Array(5), local)).rejects.toThrow('5 bytes')
    await expect(buildTreeParallel(digestsOf(5000), local)).rejects.toThrow('no padding')
    const failing: TreePool = { size: 2, run: () => Promise.reject(new Error('lost worker')) }
    await expect(buildTreeParallel(digestsOf(16_384), failing)).rejects.toThrow('lost worker')
  })
})
