import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import { openStore, statusOf } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { runProcess } from '../e2e/program.ts'
import { openFreshSqlite } from '../support/store/store-database.ts'
import { openMachine, readUnits, type UnitEvent } from './unit-graph.ts'

const api = 'vaultwright-api.service'
const indexer = 'vaultwright-indexer.service'
const migration = 'vaultwright-migrate.service'
const services = [api, indexer] as const
const program = '/usr/bin/node /opt/vaultwright/node_modules/@vaultwright/cli/dist/bin.js '
const release = join(import.meta.dirname, '../../fixtures/release/0.1.0/sqlite.sql')

/** The units as they were: the migration stayed, and both services required it. */
const former = (text: string) =>
  text
    .replace('Type=oneshot', 'Type=oneshot\nRemainAfterExit=yes')
    .replace(
      /^(Wants=.*) vaultwright-migrate\.service$/m,
      '$1\nRequires=vaultwright-migrate.service',
    )

const namesOf = (events: readonly UnitEvent[], what: UnitEvent[0]) =>
  events.flatMap(([kind, unit]) => (kind === what ? [unit] : []))

test('law: to restart or stop a unit stops no other, whatever runs', () => {
  const units = readUnits()
  expect(units.size).toBeGreaterThan(3)
  for (const name of units.keys()) {
    for (const verb of ['restart', 'stop'] as const) {
      const machine = openMachine(units, [...services])
      const otherUnits = namesOf(machine[verb](name), 'stop').filter((unit) => unit !== name)
      expect([verb, name, otherUnits]).toEqual([verb, name, []])
    }
  }
})

test('law: each start of a service migrates first, also when it was migrated before', () => {
  for (const service of services) {
    const machine = openMachine(readUnits(), [])
    expect(machine.start(service)).toEqual([
      ['start', migration],
      ['start', service],
    ])
    const again = machine.restart(service)
    expect(again).toEqual([
      ['stop', service],
      ['start', migration],
      ['start', service],
    ])
  }
})

test('refuses: units that require a migration which stays', () => {
  const machine = openMachine(readUnits(former), [...services, migration])
  expect(machine.restart(api)).toEqual([
    ['stop', api],
    ['start', api],
  ])
  const restarted = openMachine(readUnits(former), [...services, migration]).restart(migration)
  expect(namesOf(restarted, 'stop').sort()).toEqual([api, indexer, migration])
})

test('golden: an upgrade from the database of 0.1.0, by two restarts', async () => {
  const { url, drop } = await openFreshSqlite()
  onTestFinished(drop)
  const path = url.slice('sqlite:'.length)
  mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path)
  db.pragma('foreign_keys = off')
  db.exec(readFileSync(release, 'utf8'))
  db.close()
  const secret = join(dirname(path), 'database-url')
  writeFileSync(secret, `${url}\n`)
  await expect(openStore(url)).rejects.toMatchObject({ code: 'not_migrated' })

  const units = readUnits()
  const machine = openMachine(units, [...services])
  const stopped: string[] = []
  const upgrade = async (service: string) => {
    for (const [what, unit] of machine.restart(service)) {
      if (what === 'stop') stopped.push(unit)
      if (what === 'start' && unit === migration) {
        const [command] = units.get(unit)!.lines('ExecStart')
        expect(command!.startsWith(program)).toBe(true)
        const words = command!.slice(program.length).split(' ')
        const { code, err } = runProcess(words, { env: { DATABASE_URL_FILE: secret } })
        expect([code, err]).toEqual([0, expect.any(String)])
      }
      if (what === 'start' && unit === api) await assertReady(url)
    }
  }
  await upgrade(api)
  expect(stopped).toEqual([api])
  expect((await statusOf(url)).pending).toEqual([])
  await upgrade(indexer)
  expect(stopped).toEqual([api, indexer])
  const store = await openStore(url)
  expect((await store.vaults.everywhere()).length).toBeGreaterThan(0)
  await store.close()
})

/** Starts the API on the database, and asks whether it is ready. */
async function assertReady(url: string): Promise<void> {
  const variables = { DATABASE_URL: url, PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'silent' }
  const server = await openServer(readEnv(variables))
  try {
    const ready = await fetch(`${server.url}/readyz`)
    expect(await ready.json()).toMatchObject({ parts: { store: { status: 'ready' } } })
  } finally {
    await server.close()
  }
}
