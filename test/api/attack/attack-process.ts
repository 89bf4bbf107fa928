import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openStore } from '@vaultwright/store'
import { readEnv } from '../../../packages/api/src/config/env.ts'
import { openServer } from '../../../packages/api/src/server/server.ts'
import { localEth, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { makeKey, testActor } from '../support/harness.ts'

/**
 * A service in a process of its own, with the limits that a user has who sets none, for two tenants:
 * the attacker's and that of the tenant that must notice nothing. It tells how late its event loop is and
 * how much memory it has taken.
 */
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-attack-'))
const databaseUrl = `sqlite:${join(folder, 'store.db')}`
const setup = await openStore(databaseUrl, { migrate: true })

// The limit of a key is what the suite keeps to by itself: each case begins with a minute of its own.
const attacker = { name: 'attacker', role: 'admin', ratePerMinute: 1_000 } as const
const keys: string[] = []
for (let at = 0; at < 4; at++) {
  const { id } = await setup.tenants.create({ name: `attacker-${at}` }, testActor)
  await seedLocalVault(setup, id)
  keys.push((await makeKey(setup, id, attacker)).text)
}
const other = await setup.tenants.create({ name: 'other' }, testActor)
await seedLocalVault(setup, other.id)
const reader = { name: 'reader', role: 'strategist', ratePerMinute: 1_000_000 } as const
const otherKey = (await makeKey(setup, other.id, reader)).text
await setup.close()

const delay = monitorEventLoopDelay({ resolution: 2 })
const env = readEnv({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  METRICS_PORT: 'off',
  LOG_LEVEL: 'silent',
  ...JSON.parse(process.env.ATTACK_ENV ?? '{}'),
})
const server = await openServer(env)
delay.enable()

// On a busy machine the loop is also late because others have the core: its own work is measured apart.
let tickedAt = process.threadCpuUsage()
let workMs = 0
const tick = setInterval(() => {
  const { user, system } = process.threadCpuUsage(tickedAt)
  tickedAt = process.threadCpuUsage()
  workMs = Math.max(workMs, (user + system) / 1000)
}, 1)

process.on('message', async (command: 'begin' | 'end' | 'close') => {
  if (command === 'begin') {
    delay.reset()
    workMs = 0
  }
  if (command === 'begin' || command === 'end') {
    process.send?.({ delayMs: delay.max / 1e6, workMs, peakMb: peakMb(), nowMb: nowMb() })
    return
  }
  clearInterval(tick)
  await server.close()
  rmSync(folder, { recursive: true, force: true })
  process.disconnect()
})
process.send?.({
  url: server.url,
  keys,
  otherKey,
  vault: localEth.vault,
  manager: localEth.manager,
  strategist: main,
  asset: localManifest.contracts.WETH,
})

/** The most that the process had in memory since it began. */
function peakMb(): number {
  return kilobytesOf('VmHWM') / 1024
}

function nowMb(): number {
  return kilobytesOf('VmRSS') / 1024
}

function kilobytesOf(name: string): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
}
