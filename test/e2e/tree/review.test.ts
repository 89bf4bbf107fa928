import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ask, main, root, run, scratch } from '../program.ts'

const trees = join(root, 'fixtures/chain/trees')
const [older, newer] = [2, 3].map((version) => join(trees, `local-eth-main-${version}.json`))
const folder = scratch()
const file = (name: string) => join(folder, name)

function git(...words: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  const settings = [...identity, '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main']
  return execFileSync('git', ['-C', folder, ...settings, ...words], { encoding: 'utf8' })
}

function commit(name: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', name)
  git('branch', name)
}

beforeAll(() => {
  git('init', '--quiet')
  mkdirSync(file('leafs'))
  copyFileSync(older!, file('leafs/main.json'))
  copyFileSync(join(trees, 'local-usd-main-1.json'), file('leafs/gone.json'))
  writeFileSync(file('package.json'), '{"name":"vault"}')
  commit('base')
  rmSync(file('leafs/gone.json'))
  copyFileSync(newer!, file('leafs/main.json'))
  copyFileSync(join(trees, 'local-eth-trader.json'), file('leafs/trader.json'))
  writeFileSync(file('package.json'), '{"name":"other"}')
  commit('head')
  git('checkout', '--quiet', 'base')
  copyFileSync(join(trees, 'local-usd-main-2.json'), file('leafs/gone.json'))
  commit('later')
  git('checkout', '--quiet', 'head')
})

const review = (...words: string[]) => run(['tree', 'review', ...words])
const inCommits = (...words: string[]) => review('base', 'head', '--repository', folder, ...words)

describe('a change of files', () => {
  test('golden: two commits, on one screen, as text and as a comment', () => {
    const { code, out } = inCommits()
    expect(code).toBe(0)
    expect(out).toMatchSnapshot('text')
    const markdown = inCommits('--format', 'markdown').out
    expect(markdown).toMatchSnapshot('markdown')
    expect(markdown.split('\n').length).toBeLessThanOrEqual(60)
    expect(out.split('\n').length).toBeLessThanOrEqual(45)
  })

  test('behavior: what the base gained meanwhile is no part of the change', () => {
    const words = ['--repository', folder, '--path', 'leafs']
    expect(review('later', 'head', ...words).out).toBe(inCommits('--path', 'leafs').out)
  })

  test('law: leaves are counted without padding, as the file lists them', () => {
    const counted = (path: string) =>
      JSON.parse(readFileSync(path, 'utf8')).leafs.filter(
        ({ TargetAddress }: { TargetAddress: string }) => !/^0x0{40}$/.test(TargetAddress),
      ).length
    const { files } = ask(['tree', 'review', older!, newer!])
    expect(files).toHaveLength(1)
    expect(files[0].leafCount).toEqual({ before: counted(older!), after: counted(newer!) })
    expect(files[0].diff.summary.text.length).toBeGreaterThan(3)
  })

  test('default: folders are compared by the paths in them; what is the same is not reviewed', () => {
    const head = scratch()
    copyFileSync(newer!, join(head, 'main.json'))
    const base = scratch()
    copyFileSync(newer!, join(base, 'main.json'))
    expect(review(base, head)).toMatchObject({ code: 0, out: expect.stringMatching(/^0 tree/) })
    copyFileSync(older!, join(base, 'main.json'))
    expect(ask(['tree', 'review', base, head]).files).toMatchObject([{ file: 'main.json' }])
  })
})

describe('what is not sound', () => {
  test('golden: a later file that contradicts itself is a no, and first', () => {
    const broken = file('broken.json')
    const text = readFileSync(newer!, 'utf8')
    const digest = /"LeafDigest": *"(0x[0-9a-f]{64})"/i.exec(text)![1]!
    writeFileSync(broken, text.replace(digest, `0x${'11'.repeat(32)}`))
    const { code, out } = review(older!, broken)
    expect(code).toBe(1)
    expect(out).toMatch(/^1 tree file changed: 1 not sound; new or wider/)
    const github = review(older!, broken, '--format', 'github')
    expect(github.code).toBe(1)
    expect(github.out).toMatch(/^::error file=.*broken\.json::/m)
  })

  test('golden: a way out of the named severity is a no', () => {
    expect(review(older!, newer!).code).toBe(0)
    const failed = review(older!, newer!, '--fail-on', 'critical', '--format', 'github')
    expect(failed.code).toBe(1)
    expect(failed.out).toContain('::error ')
    expect(review(newer!, newer!, '--fail-on', 'info').code).toBe(0)
  })

  test('refuses: a later file that cannot be read, and says so first', () => {
    const cut = file('cut.json')
    writeFileSync(cut, readFileSync(newer!).subarray(0, 5000))
    const { code, out } = review(older!, cut)
    expect(code).toBe(3)
    expect(out).toMatch(/^1 tree file changed: 1 cannot be read/)
    const asNew = review(cut, newer!)
    expect(asNew.code).toBe(0)
    expect(asNew.out).toContain('! the earlier file cannot be read')
  })

  test('refuses: a commit that is an option, one that is not there, a folder beside a file', () => {
    for (const word of ['--output=x', 'no-such-commit', '-p']) {
      const { code, err } = review('--repository', folder, '--', word, 'head')
      expect(code).toBe(3)
      expect(err).toContain('There is no commit')
    }
    expect(review(folder, newer!).code).toBe(2)
    expect(review(older!, newer!, '--path', 'leafs').code).toBe(2)
  })

  test('law: the name of a file is text, never markup or a command', () => {
    const name = 'a`<b>@team\n::error::x.json'
    const hostile = file(name)
    copyFileSync(newer!, hostile)
    const { out } = review(older!, hostile, '--format', 'markdown')
    expect(out).not.toContain('\n::error')
    expect(review(older!, hostile, '--format', 'github').out).not.toContain('\n::error::x')
  })
})

/** The words by which GitHub's runner starts `shell: bash`. */
const runnerShell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c']

describe('the action of the repository', () => {
  test('golden: its step reviews two commits, and writes summary, comment and findings', () => {
    const action = parse(readFileSync(join(root, '.github/action.yml'), 'utf8'))
    const step = action.runs.steps.find(({ id }: { id?: string }) => id === 'review')
    const temporary = scratch()
    const [summary, output] = ['summary', 'output'].map((name) => join(temporary, name))
    const env = {
      PATH: process.env.PATH,
      BASE: 'base',
      HEAD: 'head',
      ONLY: 'leafs',
      FAIL_ON: 'critical',
      PROGRAM: main,
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
    }
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    const { status, stdout } = spawnSync('bash', [...runnerShell, step.run], options)
    expect(status).toBe(1)
    expect(stdout).toMatch(/^::error file=leafs\/main\.json::/m)
    const markdown = inCommits('--path', 'leafs', '--format', 'markdown').out
    expect(readFileSync(summary!, 'utf8')).toBe(markdown)
    const written = readFileSync(output!, 'utf8').trim().split('\n')
    const paths = written.map((line) => line.slice(line.indexOf('=') + 1))
    expect(readFileSync(paths[0]!, 'utf8')).toBe(markdown)
    const sarif = JSON.parse(readFileSync(paths[1]!, 'utf8'))
    expect(sarif.runs[0].results.length).toBeGreaterThan(3)
  })
})
