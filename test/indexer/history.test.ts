import type { LocalChain } from '@vaultwright/chain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../support/local-chain.ts'
import { type Desk, openDesk, openSeededStore, rowsOf, type SeededStore } from './world.ts'

let local: LocalChain
let seeded: SeededStore
let desk: Desk

beforeAll(async () => {
  local = await startLocalChain()
  seeded = await openSeededStore(local.manifest)
  desk = await openDesk(seeded, { manifest: local.manifest, rpc: local.anvil.rpc })
}, 60_000)

afterAll(async () => {
  await desk?.close()
  await seeded?.close()
  await local?.anvil.close()
})

test('default: every day of both vaults is there once, within three round trips each', async () => {
  const before = desk.asks()
  await desk.index()
  const failed = desk.events.filter(({ event }) => event === 'task_failed')
  expect(failed).toEqual([])
  const rows = await rowsOf(seeded)
  for (const { snapshots, points, readings } of rows) {
    console.log(readings.length, readings[0]!.day, readings.at(-1)!.day, readings[30]!.body.length)
    console.log(
      JSON.stringify(snapshots.at(-1), (_, v) => (typeof v === 'bigint' ? String(v) : v), 1),
    )
    expect(new Set(readings.map(({ day }) => day)).size).toBe(readings.length)
    expect(snapshots.map(({ day }) => day)).toEqual(readings.map(({ day }) => day))
    expect(points.map(({ day }) => day)).toEqual(readings.map(({ day }) => day))
  }
  const days = rows.reduce((sum, { readings }) => sum + readings.length, 0)
  console.log('asks', desk.asks() - before, 'days', days)
}, 120_000)
