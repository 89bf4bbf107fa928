import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { main, root } from '../program.ts'

/** The files, Node's own included, that the program loads for a command line. */
export function loadedBy(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly string[] {
  const hook = join(root, 'test/e2e/start/loaded.mjs')
  const { stderr } = spawnSync(process.execPath, ['--import', hook, main, ...words], {
    env: { ...process.env, ...env },
  })
  const lines = stderr
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('loaded '))
  return lines.map((line) => line.slice('loaded '.length))
}
