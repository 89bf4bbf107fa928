import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

export const root = resolve(import.meta.dirname, '../..')
export const main = join(root, 'packages/cli/dist/main.js')
export const example = join(root, 'fixtures/trees/example-1024.json')

/** What a run of the program came to. */
export type Outcome = { readonly code: number | null; readonly out: string; readonly err: string }

if (!existsSync(main)) throw new Error('The program is not built. Run "npm run build" first.')

/** Runs the built program to its end, without a terminal and with a bare environment. */
export function run(words: readonly string[], options: SpawnSyncOptions = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    maxBuffer: 1 << 28,
    ...options,
    env: { PATH: process.env.PATH, ...options.env },
  })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

/** Runs the program with `--json` and reads its one document. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
export function ask(words: readonly string[], options: SpawnSyncOptions = {}): any {
  return JSON.parse(run([...words, '--json'], options).out)
}

/** Makes a folder that is gone after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-e2e-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
