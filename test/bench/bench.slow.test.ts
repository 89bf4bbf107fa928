import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figureKeyOf, parseFigures } from './figure.ts'
import { parts } from './runner/list.ts'
import type { Line } from './runner/print.ts'
import { sourceOf } from './runner/source.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = Object.keys(parts)
/** Of all benchmarks together, on a machine that does much else. */
const limitMs = 1_800_000
/** Those with a peer that is installed beside the benchmarks. */
const withPeers = names.filter((name) => /load\w*Peers?\b/.test(sourceOf(name)))

/** Runs the benchmarks as they are run by hand; their process starts others, so that none runs in this one. */
function run(program: string, words: readonly string[]) {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning']
  const env = { ...process.env, BENCH_BUILT: '1' }
  // Nothing else ends a program that waits for ever while this thread waits for it.
  const limits = { timeout: limitMs, maxBuffer: 2 ** 26 }
  const options = { cwd: root, env, encoding: 'utf8', ...limits } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, program, ...words],
    options,
  )
  return { status, stdout, stderr, lines: () => linesIn(stdout) }
}

function linesIn(text: string): readonly Line[] {
  const rows = text.split('\n').filter((row) => row !== '')
  return rows.map((row) => JSON.parse(row))
}

describe('every benchmark on the least work', () => {
  let ended: ReturnType<typeof run>
  beforeAll(() => {
    ended = run(join(root, 'scripts/bench.mjs'), ['--json', '--tiny'])
  }, limitMs)

  test('golden: all of them run to their end, and agree with their peers', () => {
    expect({ status: ended.status, err: ended.status === 0 ? '' : ended.stderr }).toEqual({
      status: 0,
      err: '',
    })
    expect([...new Set(ended.lines().map(({ part }) => part))]).toEqual(names)
  })

  test.each(names)('golden: %s gives its figures, and counts what it counted before', (name) => {
    const lines = ended.lines().filter(({ part }) => part === name)
    expect(parseFigures(lines)).toBe(lines)
    const shown = lines.map((line) => {
      const { unit, ours, fresh, bar, held, load, cores } = line
      expect({ bar, held }).toEqual({ bar: null, held: null })
      expect(load).toBeGreaterThanOrEqual(0)
      expect(cores).toBeGreaterThanOrEqual(1)
      const work = fresh ? 'fresh' : 'repeated'
      return [figureKeyOf(line), unit, work, ...(unit === 'count' ? [ours] : [])].join(', ')
    })
    expect(shown).toMatchSnapshot()
  })
})

test(
  'law: where no peer is installed, ours is measured alone',
  () => {
    const clone = cloneWithoutPeers()
    const list = join(clone, 'test/bench', 'alone.mjs')
    writeFileSync(
      list,
      `import { measure, ratiosOf } from './measure.ts'
import { loadPeer } from './runner/peer.ts'
const tiny = async () => {
  // The project has ox, of another version: it is not the one to compare with.
  const { Hash } = (await loadPeer('ox')) ?? {}
  const ox = Hash === undefined ? null : () => {}
  return ratiosOf('work-1', await measure({ ours: () => {}, ox }, 1))
}
export const parts = { alone: async () => ({ full: tiny, tiny }) }
export const bars = { alone: { 'work-1 ox': { of: 'ratio', atLeast: 2 } } }
`,
    )
    const { status, stderr, lines } = run(join(clone, 'test/bench/run.ts'), [
      '--json',
      '--list',
      list,
    ])
    expect(status, stderr).toBe(0)
    expect(lines()).toMatchObject([{ name: 'work-1', peer: 'ox', theirs: null, held: null }])
    expect(stderr).toContain('0 of 1 bars missed, 1 not measured')
    const words = ['--json', '--tiny', ...withPeers]
    const listed = withPeers.length > 0 ? run(join(clone, 'test/bench/run.ts'), words) : null
    expect(listed?.status ?? 0, listed?.stderr).toBe(0)
    for (const name of withPeers) {
      const alone = listed!.lines().filter(({ part, theirs }) => part === name && theirs === null)
      expect(alone.length, name).toBeGreaterThan(0)
    }
  },
  limitMs,
)

/** The repository as a clone has it in which nothing was installed for the benchmarks. */
function cloneWithoutPeers(): string {
  const clone = join(folder, 'clone')
  mkdirSync(clone)
  for (const name of ['packages', 'workers', 'fixtures', 'node_modules']) {
    symlinkSync(join(root, name), join(clone, name))
  }
  cpSync(join(root, 'test'), join(clone, 'test'), {
    recursive: true,
    filter: (path) => path !== join(root, 'test/bench/node_modules'),
  })
  return clone
}

const figure = `{ name: 'work-1', peer: 'kit', unit: 'ms', ours: 1, theirs: 3, ratio: 3, fresh: true }`

/** A list of benchmarks: a good one after the one that is given. */
function listWith(name: string, { full, bars = '{}' }: { full: string; bars?: string }): string {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { spawnSync } from 'node:child_process'
const full = async () => { ${full} }
const good = async () => [${figure}]
export const parts = {
  broken: async () => ({ full, tiny: good }),
  good: async () => ({ full: good, tiny: good }),
}
export const bars = ${bars}
`,
  )
  return path
}

const program = join(root, 'test/bench/run.ts')

describe('a benchmark that fails', () => {
  test.each([
    ['throws', `throw new Error('a wrong answer')`, 'exit code 1'],
    ['ends before its figures', 'process.exit(0)', 'it gave no figure'],
    ['waits for ever', 'await new Promise(() => {})', 'exit code 13'],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
    ['gives no figure', 'return []', 'it gave no figure'],
    ['gives what is not a number', `return [{ ...${figure}, ours: 0 / 0 }]`, 'ours is NaN'],
    ['gives a figure twice', `return [${figure}, ${figure}]`, 'it is there twice'],
    [
      'leaves something open',
      `setInterval(() => {}, 1_000); return [${figure}]`,
      'it left something open',
    ],
    [
      'has a child that fails',
      `const { status } = spawnSync(process.execPath, ['-e', 'process.exit(3)'])
       if (status !== 0) throw new Error('the child ended with ' + status)`,
      'exit code 1',
    ],
  ])('refuses: one that %s fails the run by its name, and the others run', (name, full, reason) => {
    const list = listWith(name.replaceAll(' ', '-'), { full })
    const { status, stderr, lines } = run(program, ['--json', '--list', list])
    expect(status).toBe(1)
    expect(stderr).toContain(`the benchmark "broken" failed: `)
    expect(stderr).toContain(reason)
    expect(stderr).toContain('1 of 2 benchmarks failed')
    expect(lines().map(({ part }) => part)).toEqual(['good'])
  })

  test('law: it ends with the run that asked for it', async () => {
    const full = `process.stderr.write('pid ' + process.pid + '\\n'); setInterval(() => {}, 1_000)
      await new Promise(() => {})`
    const list = listWith('endless', { full })
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning']
    const child = spawn(process.execPath, [...flags, program, '--list', list], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [text] = await once(child.stderr, 'data')
    const pid = Number(/^pid (\d+)/.exec(String(text))![1])
    expect(isRunning(pid)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: limitMs }).toBe(false)
  })

  test('refuses: a bar that no figure is held against fails its benchmark', () => {
    const bars = `{ good: { 'work-2 kit': { of: 'ratio', atLeast: 2 } } }`
    const list = listWith('idle-bar', { full: `return [${figure}]`, bars })
    const { status, stderr } = run(program, ['--json', '--list', list])
    expect(status).toBe(1)
    expect(stderr).toContain('the benchmark "good" failed: its bar "work-2 kit" has no figure')
  })

  test('golden: what it prints is not among the figures', () => {
    const list = listWith('loud', { full: `console.log('aside'); return [${figure}]` })
    const { status, stderr, lines } = run(program, ['--json', '--list', list])
    expect(status).toBe(0)
    expect(stderr).toContain('aside')
    expect(lines().map(({ part }) => part)).toEqual(['broken', 'good'])
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('bars', () => {
  const bars = `{
    broken: { 'work-1 kit': { of: 'ratio', atLeast: 4 } },
    good: { 'work-1 kit': { of: 'ours', atMost: 1 } },
  }`
  const list = () => listWith('bars', { full: `return [${figure}]`, bars })

  test('golden: a missed bar is shown and counted, and is not a failure', () => {
    const table = run(program, ['--list', list()])
    expect(table.status).toBe(0)
    const [head, missed, held, count] = table.stdout.split('\n')
    expect(head).toMatch(/^figure +peer +fresh +ratio +ours +theirs +unit +load +bar$/)
    expect(missed).toMatch(/^work-1 +kit +yes +3x +1 +3 +ms +[\d.]+ +>= 4x {2}MISSED$/)
    expect(held).toMatch(/^work-1 +kit +yes +3x +1 +3 +ms +[\d.]+ +<= 1 ms$/)
    expect(count).toBe('1 of 2 bars missed, 0 not measured')
    const json = run(program, ['--json', '--list', list()])
    expect(json.status).toBe(0)
    expect(json.lines().map(({ held }) => held)).toEqual([false, true])
    expect(json.stderr).toContain('1 of 2 bars missed')
  })

  test('golden: the least work is held against no bar', () => {
    const { status, lines } = run(program, ['--json', '--tiny', '--list', list()])
    expect(status).toBe(0)
    expect(lines().map(({ held }) => held)).toEqual([null, null])
  })

  test('golden: only what is named runs, once', () => {
    const { lines } = run(program, ['--json', '--list', list(), 'good', 'good'])
    expect(lines().map(({ part }) => part)).toEqual(['good'])
  })
})

test.each([
  ['a name that is not a benchmark', ['nothing'], '"nothing" is not a benchmark. Give some of: '],
  ['an unknown option', ['--fast'], "Unknown option '--fast'"],
])('refuses: %s', (_, words, message) => {
  const { status, stdout, stderr } = run(program, words)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(message)
})
