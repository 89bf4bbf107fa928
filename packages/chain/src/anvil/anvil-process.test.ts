import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from './anvil-process.ts'

/** A process that writes a file when it is asked to end, and takes three seconds for it. */
function slowWriter() {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  const program = join(folder, 'slow.mjs')
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => setTimeout(() => {
  writeFileSync(${JSON.stringify(file)}, 'whole')
  process.exit(0)
}, 3_000))
setInterval(() => {}, 1_000)
console.log('ready')
`,
  )
  return { file, program }
}

test('law: closing waits until the process has written what it keeps', async () => {
  const { file, program } = slowWriter()
  const place = { folders: [], redact: (text: string) => text, graceMs: 45_000 }
  const child = startProcess(process.execPath, [program], place)
  await child.waitFor(/ready/)
  await child.end()
  expect(readFileSync(file, 'utf8')).toBe('whole')
  expect(await child.exit).toEqual({ how: 'it exited with 0' })
})

test('refuses: a process that keeps nothing and does not end is killed', async () => {
  const { file, program } = slowWriter()
  const child = startProcess(process.execPath, [program], { folders: [], redact: (text) => text })
  await child.waitFor(/ready/)
  await child.end()
  expect(await child.exit).toEqual({ how: 'it was ended by SIGKILL' })
  expect(existsSync(file)).toBe(false)
})
