import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { newestBackupUnix } from './backup-age.ts'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('law: the newest whole backup counts, whatever lies beside it', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000_000 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(times, async (list) => {
      const folder = openFolder()
      for (const [index, unix] of list.entries()) {
        const file = join(folder, `${index}.sqlite`)
        writeFileSync(file, 'x')
        utimesSync(file, unix, unix)
      }
      // A draft, a file of something else, an empty one and a folder.
      writeFileSync(join(folder, '.backup_1.sqlite'), 'x')
      writeFileSync(join(folder, 'notes.txt'), 'x')
      writeFileSync(join(folder, 'empty.sqlite'), '')
      mkdirSync(join(folder, 'folder.sqlite'))
      expect(await newestBackupUnix(folder)).toBe(Math.max(0, ...list))
    }),
    { numRuns: 20 },
  )
})

test('refuses: a folder that is not there has no backup', async () => {
  expect(await newestBackupUnix(join(openFolder(), 'none'))).toBe(0)
})
