import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openServer, readEnv } from '@vaultwright/api'

/**
 * A service in a process of its own, built as it is installed, with the limits that a user has who sets none. It
 * tells how late its
 * event loop is and how much memory it has taken.
 */
const delay = monitorEventLoopDelay({ resolution: 2 })
const env = readEnv({
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
  process.disconnect()
})
process.send?.({ url: server.url })

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
