import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './house.ts'

/** The minimum time of a waiting assertion, in milliseconds. */
const minimum = 120_000
const folders = ['test', 'packages', 'workers']

test('law: no test or hook has a shorter limit than the run, since a busy machine is late, not wrong', () => {
  const files = folders.flatMap((folder) => sourcesIn(join(root, folder)))
  const limited = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ *\}, ([\d_]+)\)$/gm)]
      .filter(([, limit]) => Number(limit!.replaceAll('_', '')) >= 1_000)
      .filter(([, limit]) => Number(limit!.replaceAll('_', '')) < 600_000)
      .map(([text]) => ({ file, text })),
  )
  expect(limited).toEqual([])
})

test('law: no assertion waits less than two minutes, and what waits says so or takes the default', () => {
  const files = folders.flatMap((folder) => sourcesIn(join(root, folder)))
  const waits = files.flatMap((file) =>
    waitsIn(readFileSync(file, 'utf8')).map((options) => ({ file, options })),
  )
  expect(waits.length).toBeGreaterThan(30)
  const short = waits.filter(({ options }) => {
    const timeout = /timeout: ([\d_]+)/.exec(options)
    return timeout !== null && Number(timeout[1]!.replaceAll('_', '')) < minimum
  })
  expect(short).toEqual([])
  const config = readFileSync(join(root, 'test/vitest.config.ts'), 'utf8')
  expect(config).toContain('poll: { timeout: 120_000 }')
  // Its default cannot be set in one place: expect.poll does the same.
  const otherFiles = files.filter(
    (file) =>
      !file.endsWith('wait.test.ts') && /\bvi\.wait(For|Until)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(otherFiles).toEqual([])
})

/** The text of each waiting assertion, from its beginning to what it expects. */
function waitsIn(text: string): readonly string[] {
  return [...text.matchAll(/expect\.poll\([\s\S]*?\)\s*\.(?:not\.)?to/g)].map(([found]) => found)
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(path)
    }
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}
