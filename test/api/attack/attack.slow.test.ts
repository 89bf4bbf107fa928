import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { attackCasesOf } from './attack.cases.ts'
import { runAttack, send, tableOf } from './attack-run.ts'
import { type AttackService, openAttackService } from './attack-service.ts'

/** Times are held to only where nothing else runs: `ATTACK_TIMES=1`. Elsewhere they are printed. */
const holdsTimes = process.env.ATTACK_TIMES === '1'
const patience = 900_000
/** Node's own heap limit where its container has 768 MB: half of it. */
const defaultHeapMb = 384

let chain: LocalChain
let service: AttackService
beforeAll(async () => {
  chain = await startLocalChain()
  service = await openAttackService(defaultHeapMb, { LOCAL_RPC_URL: chain.anvil.url })
}, patience)
afterAll(async () => {
  await service.close()
  await chain.anvil.close()
}, patience)

test(
  'golden: while one tenant attacks, the service lives in 768 MB, answers each request and keeps no memory',
  async () => {
    // Starting up on a busy machine holds the event loop for longer than the service lets requests wait.
    const reading = { method: 'GET', path: '/v1/vaults', key: service.otherKey }
    await expect.poll(() => send(service, reading)).toBe(200)
    const rows = []
    for (const attack of attackCasesOf(service)) {
      const row = await runAttack(service, attack)
      rows.push(row)
      expect(row.statuses, row.name).toHaveLength(attack.times)
      for (const status of row.statuses) expect(attack.statuses, row.name).toContain(status)
    }
    process.stdout.write(`${tableOf(rows)}\n`)
    expect(Math.max(...rows.map(({ peakMb }) => peakMb))).toBeLessThan(700)
    if (!holdsTimes) return
    expect(Math.max(...rows.map(({ workMs }) => workMs))).toBeLessThan(50)
    expect(Math.max(...rows.map(({ delayMs }) => delayMs))).toBeLessThan(50)
    expect(Math.max(...rows.map(({ p99Ms }) => p99Ms))).toBeLessThan(250)
    expect(rows.map(({ failed }) => failed)).toEqual(rows.map(() => 0))
  },
  patience,
)
