import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openReadTurn } from './read-turn.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A file with a reader in turns, a writer of this process and a foreign one, who each count on. */
function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-turn-'))
  const path = join(folder, 'file.db')
  const writing = new Database(path)
  writing.pragma('journal_mode = WAL')
  writing.exec('create table one (count integer); insert into one values (0)')
  const statements: unknown[] = []
  const reading = new Database(path, { verbose: (text) => statements.push(text) })
  const foreign = new Database(path)
  const version = writing.prepare('pragma data_version').pluck()
  let commits = 0
  let looks = 0
  const turn = openReadTurn({
    reading,
    readVersion: () => {
      looks++
      return version.get()
    },
    commits: () => commits,
  })
  onTestFinished(() => {
    for (const db of [reading, foreign, writing]) db.close()
    rmSync(folder, { recursive: true })
  })
  const add = 'update one set count = count + 1'
  const count = reading.prepare<[], number>('select count from one').pluck()
  return {
    turn,
    reading,
    statements,
    looks: () => looks,
    read: () => {
      turn.enter()
      return count.get()!
    },
    write: () => {
      writing.exec(add)
      commits++
    },
    writeElsewhere: () => void foreign.exec(add),
    version: () => `${turn.version()}.${commits}`,
  }
}

test('default: what is read in a turn takes one transaction and one look for a version', async () => {
  const { turn, read: readRows, statements, looks, version } = openFile()
  turn.open()
  turn.open()
  expect([readRows(), readRows(), version(), version(), readRows()]).toMatchObject([
    0,
    0,
    {},
    {},
    0,
  ])
  await nextTurn()
  const query = 'select count from one'
  expect(statements).toEqual(['begin', query, query, query, 'commit'])
  expect(looks()).toBe(1)
})

test('default: without a turn each statement is for itself', () => {
  const { read: readRows, statements, version, looks } = openFile()
  expect([readRows(), readRows()]).toEqual([0, 0])
  expect([version(), version()]).toHaveLength(2)
  expect(statements).toEqual(['select count from one', 'select count from one'])
  expect(looks()).toBe(2)
})

test('law: what is kept by a version is never older than it, and no turn hides what was written before it', async () => {
  const acts = fc.array(
    fc.constantFrom('open', 'read', 'version', 'look', 'write', 'writeElsewhere', 'next'),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (names) => {
      const file = openFile()
      const snapshots = new Map<string, number>()
      let written = 0
      let minimum = 0
      for (const name of names) {
        if (name === 'open') file.turn.open()
        if (name === 'version') file.version()
        if (name === 'read') expect(file.read()).toBeGreaterThanOrEqual(minimum)
        if (name === 'look') {
          const version = file.version()
          const count = file.read()
          expect(count).toBeGreaterThanOrEqual(minimum)
          expect(snapshots.get(version) ?? count).toBe(count)
          snapshots.set(version, count)
        }
        if (name === 'write' || name === 'writeElsewhere') {
          file[name]()
          written++
        }
        if (name === 'next') await nextTurn()
        // An own commit is seen at once, and with the next turn whatever was written.
        if (name === 'write' || name === 'next') minimum = written
      }
      await nextTurn()
      expect(file.read()).toBe(written)
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('refuses: nothing when its file is closed within a turn', async () => {
  const { turn, read: readRows, reading } = openFile()
  turn.open()
  readRows()
  reading.close()
  await nextTurn()
  turn.leave()
  expect(reading.open).toBe(false)
})
