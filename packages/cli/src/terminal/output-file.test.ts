import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { Context } from './context.ts'
import { assertAllReplaceable, writeFileWhole, writeKeptFile } from './output-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-written-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noon = Date.parse('2026-01-31T12:00:00Z')
const day = 86_400_000

function contextAt(now: number, isForced: boolean): Context {
  return {
    isForced,
    now: () => now,
    signal: new AbortController().signal,
    config: { variables: { XDG_STATE_HOME: join(folder, 'state') } },
  } as unknown as Context
}

let files = 0
const freshPath = () => join(folder, `file-${files++}`)

type Step = {
  readonly act: 'write' | 'edit' | 'remove'
  readonly text: string
  readonly days: 0 | 1
  readonly isForced: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('write', 'edit', 'remove'),
  text: fc.constantFrom('a', 'b', 'c'),
  days: fc.constantFrom(0, 0, 0, 1),
  isForced: fc.boolean(),
})

test('law: a file is replaced if it is absent, the same, as written today, or with --force, else stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const path = freshPath()
      let now = noon
      let present: string | null = null
      let ownFile: { text: string; day: number } | null = null
      for (const { act, text, days, isForced } of steps) {
        now += days * day
        if (act === 'edit') {
          writeFileSync(path, text)
          present = text
        } else if (act === 'remove') {
          rmSync(path, { force: true })
          present = null
        } else {
          const isOwn = ownFile !== null && ownFile.day === now && ownFile.text === present
          const write = writeFileWhole(path, [text], contextAt(now, isForced))
          if (present === null || present === text || isOwn || isForced) {
            await write
            present = text
            ownFile = { text, day: now }
          } else {
            await expect(write).rejects.toMatchObject({ code: 'file_in_the_way' })
          }
        }
        if (present !== null) expect(readFileSync(path, 'utf8')).toBe(present)
      }
    }),
    { numRuns: runsOf(3) },
  )
})

test('golden: the file of yesterday needs --force, and a file that is kept up to date does not', async () => {
  const path = freshPath()
  await writeFileWhole(path, ['one'], contextAt(noon, false))
  await writeFileWhole(path, ['two'], contextAt(noon, false))
  await expect(writeFileWhole(path, ['three'], contextAt(noon + day, false))).rejects.toMatchObject(
    {
      code: 'file_in_the_way',
      kind: 'conflict',
      facts: { path },
      shortMessage: expect.stringContaining('--force'),
    },
  )
  expect(readFileSync(path, 'utf8')).toBe('two')
  await writeFileWhole(path, ['three'], contextAt(noon + day, true))
  await writeKeptFile(path, ['four'], contextAt(noon + 9 * day, false))
  expect(readFileSync(path, 'utf8')).toBe('four')
})

test('golden: a folder that is a link is the folder that it leads to', async () => {
  const link = join(folder, 'link')
  symlinkSync(folder, link)
  const name = `linked-${files++}`
  await writeFileWhole(join(link, name), ['one'], contextAt(noon, false))
  await writeFileWhole(join(folder, name), ['two'], contextAt(noon, false))
  await writeFileWhole(join(link, name), ['three'], contextAt(noon, false))
  expect(readFileSync(join(folder, name), 'utf8')).toBe('three')
})

test('refuses: of several files none is written where one is in the way', () => {
  const [free, taken] = [freshPath(), freshPath()]
  writeFileSync(taken, 'mine')
  const both = [free, taken].map((path) => ({ path, text: 'new' }))
  expect(() => assertAllReplaceable(both, contextAt(noon, false))).toThrow(
    expect.objectContaining({ code: 'file_in_the_way' }),
  )
  expect(() => assertAllReplaceable(both, contextAt(noon, true))).not.toThrow()
})

test('behavior: a home that cannot be written is no reason to fail', async () => {
  const path = freshPath()
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, '')
  const context = {
    ...contextAt(noon, false),
    config: { variables: { XDG_STATE_HOME: blocked } },
  } as unknown as Context
  await writeFileWhole(path, ['one'], context)
  await expect(writeFileWhole(path, ['two'], context)).rejects.toMatchObject({
    code: 'file_in_the_way',
  })
})
