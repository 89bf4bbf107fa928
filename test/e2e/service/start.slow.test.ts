import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../program.ts'

type Run = { readonly code: number | null; readonly text: string }

/** A folder with what `npm start` reads before anything is installed. */
function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  return folder
}

/** An npm that does as a script says, before any other on the path. */
function withNpm(folder: string, script: string): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
}

function startIn(folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, ['scripts/start/start.mjs'], {
    cwd: folder,
    env,
    stdio: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function ended(child: ChildProcess): Promise<Run> {
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

const isMarked = (folder: string) => existsSync(join(folder, 'node_modules/.bootstrap'))

test('refuses: no registry, with what to do, and nothing that the next start would believe', async () => {
  const folder = folderOf()
  const env = {
    ...process.env,
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  }
  const { code, text } = await ended(startIn(folder, env))
  expect(code).toBe(1)
  expect(text).toMatch(/^installing \d+ packages … failed after \d+ s\n/)
  expect(text).toContain('The registry of npm does not answer.')
  expect(isMarked(folder)).toBe(false)
})

test('refuses: a full disk, with what to do', async () => {
  const folder = folderOf()
  const env = withNpm(
    folder,
    'echo "npm error nospc ENOSPC: no space left on device" >&2; exit 228',
  )
  const { code, text } = await ended(startIn(folder, env))
  expect([code, isMarked(folder)]).toEqual([1, false])
  expect(text).toContain('The disk is full.')
})

test('refuses: a second start in the same folder, with the process of the first', async () => {
  const folder = folderOf()
  const env = withNpm(folder, 'exec sleep 600')
  const first = startIn(folder, env)
  await expect.poll(() => existsSync(join(folder, '.cache/start.pid'))).toBe(true)
  const { code, text } = await ended(startIn(folder, env))
  expect(code).toBe(1)
  expect(text).toContain(`npm start already runs in this folder, as process ${first.pid}.`)
})

test('behavior: after a start that was killed while it installed, the next one installs anew', async () => {
  const folder = folderOf()
  const first = startIn(folder, withNpm(folder, 'mkdir -p node_modules/half; exec sleep 600'))
  await expect.poll(() => existsSync(join(folder, 'node_modules/half'))).toBe(true)
  first.kill('SIGKILL')
  await new Promise((resolve) => first.once('close', resolve))
  expect(isMarked(folder)).toBe(false)
  const { text } = await ended(
    startIn(folder, withNpm(folder, 'rm -rf node_modules; mkdir node_modules')),
  )
  expect(text).toMatch(/^installing \d+ packages … \d+ s\n/)
  expect(isMarked(folder)).toBe(true)
  // There is no source to build in this folder: the step says so, and is tried again.
  expect(text).toContain('The build failed.')
})

test('behavior: what another machine installed is installed anew', async () => {
  const folder = folderOf()
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'node_modules/.bootstrap'),
    JSON.stringify({ set: 'whole', lock: 'of another lock', machine: 'darwin-arm64' }),
  )
  const { text } = await ended(startIn(folder, withNpm(folder, 'mkdir -p node_modules')))
  expect(text).toMatch(/^installing \d+ packages … \d+ s\n/)
})
