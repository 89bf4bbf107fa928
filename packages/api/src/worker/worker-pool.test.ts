import { readFileSync } from 'node:fs'
import { parseTreeFile } from '@vaultwright/formats'
import { afterAll, expect, test } from 'vitest'
import { readDefinition } from './definition-task.ts'
import { readVaultFacts } from './facts-task.ts'
import { packTreeText, printTree, readTreeBody } from './tree-task.ts'
import { openWorkerPool, workerLimits } from './worker-pool.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../fixtures/${name}`, import.meta.url), 'utf8')
const definition = fixture('definitions/local-eth.yaml')
const lock = fixture('definitions/vaultwright.lock.json')
const tree = fixture('chain/trees/local-eth-main-3.json')
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const work = { tenantId: 'a', bytes: 1 }
const patience = 120_000

const pool = openWorkerPool()
afterAll(() => pool.close())

test(
  'law: a thread gives what the same task gives here',
  async () => {
    const body = { chain: 'local', tree }
    expect(await pool.run('readTreeBody', bytesOf(body), work)).toEqual(readTreeBody(bytesOf(body)))
    const packed = packTreeText(tree)
    expect(await pool.run('printTree', packed, work)).toEqual(printTree(packed))
    const texts = { definition, lock: null }
    expect(await pool.run('readDefinition', texts, work)).toEqual(readDefinition(texts))
    const factsInput = { definition, lock, chainId: 31337 }
    expect(await pool.run('readVaultFacts', factsInput, work)).toEqual(readVaultFacts(factsInput))
    expect(parseTreeFile(tree).metadata.root.toLowerCase()).toBe(packed.root)
  },
  patience,
)

test(
  'golden: a tenant has one thread, large tasks have one together, and other tenants do not wait for them',
  async () => {
    const pool = openWorkerPool()
    const ended: string[] = []
    const ask = (name: string, options: { tenantId: string; bytes: number }) =>
      pool
        .run('readTreeBody', bytesOf({ tree: '[]', name }), options)
        .then(() => void ended.push(name))
    const large = { bytes: 5_000_000 }
    await Promise.all([
      ...['a1', 'a2', 'a3'].map((name) => ask(name, { tenantId: 'a', ...large })),
      ...['b1', 'b2'].map((name) => ask(name, { tenantId: 'b', ...large })),
      ask('c1', { tenantId: 'c', bytes: 1 }),
    ])
    const { maxAtOnce, maxLargeAtOnce, done } = pool.counts()
    expect([maxAtOnce, maxLargeAtOnce, done]).toEqual([2, 1, 6])
    expect(ended.indexOf('c1')).toBeLessThan(ended.indexOf('a3'))
    await pool.close()
  },
  patience,
)

test(
  'refuses: what fails in a thread fails here with its code and facts; the thread goes on',
  async () => {
    await expect(
      pool.run('readDefinition', { definition: '['.repeat(300), lock: null }, work),
    ).rejects.toMatchObject({ code: 'text_too_complex', facts: { excess: 'yaml_too_deep' } })
    await expect(
      pool.run('readDefinition', { definition: 'name: V', lock: null }, work),
    ).rejects.toMatchObject({ code: 'definition_file' })
  },
  patience,
)

test(
  'refuses: too much memory or time ends the thread, not the process',
  async () => {
    const small = { ...workerLimits, heapMb: { large: 16, small: 16 } }
    const narrow = openWorkerPool(small)
    const many = { tree: `[${'{},'.repeat(700_000)}{}]` }
    await expect(narrow.run('readTreeBody', bytesOf(many), work)).rejects.toMatchObject({
      code: 'body_too_complex',
    })
    await narrow.close()
    const short = openWorkerPool({ ...workerLimits, taskMs: 1 })
    const slow = { definition: 'a: 1\n'.repeat(40_000), lock: null }
    await expect(short.run('readDefinition', slow, work)).rejects.toMatchObject({
      code: 'work_timed_out',
    })
    expect(short.counts()).toMatchObject({ outOfTime: 1 })
    await short.close()
    await expect(short.run('readDefinition', slow, work)).rejects.toMatchObject({
      code: 'overloaded',
    })
  },
  patience,
)
