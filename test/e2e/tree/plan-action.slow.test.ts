import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { main, root, scratch } from '../program.ts'

const folder = scratch()
const git = (...words: string[]) => {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', ['-C', folder, ...identity, '-c', 'commit.gpgsign=false', ...words])
}
const step = parse(readFileSync(join(root, '.github/action.yml'), 'utf8')).runs.steps.find(
  ({ id }: { readonly id?: string }) => id === 'plan',
)
const plan = () => {
  const temporary = scratch()
  const [summary, output] = ['summary', 'output'].map((name) => join(temporary, name))
  const env = {
    PATH: process.env.PATH,
    BASE: 'HEAD',
    DEFINITION: 'local-eth.yaml',
    FAIL_ON: 'high',
    PROGRAM: main,
    RUNNER_TEMP: temporary,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
  }
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
  const { status, stdout, stderr } = spawnSync('bash', shell, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const sarif = join(temporary, 'tree-plan/local.sarif')
  return {
    status,
    stdout,
    stderr,
    markdown: existsSync(summary!) ? readFileSync(summary!, 'utf8') : '',
    results: existsSync(sarif) ? JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results : null,
  }
}

test('golden: nothing changed is no finding, a wider definition is one with its line', () => {
  cpSync(join(root, 'fixtures/definitions'), folder, { recursive: true })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  const same = plan()
  expect(same).toMatchObject({ status: 0, results: [] })
  const path = join(folder, 'local-eth.yaml')
  const text = readFileSync(path, 'utf8')
  const [entry] = /^( *)- protocol: uniswap_v3[\s\S]*?(?=^\1- protocol)/m.exec(text)!
  // Less in the base, the same again in the change: what the pull request brings is new.
  writeFileSync(path, text.replace(entry, ''))
  rmSync(join(folder, '.git'), { recursive: true })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  writeFileSync(path, text)
  const wider = plan()
  expect(wider.status).toBe(1)
  const line = text.slice(0, text.indexOf(entry)).split('\n').length
  expect(wider.stdout).toContain(`::error file=local-eth.yaml,line=${line},`)
  expect(wider.results.length).toBeGreaterThan(0)
  expect(wider.markdown).toContain('uniswap')
})

test('refuses: a definition that is wrong, with the place', () => {
  const path = join(folder, 'local-eth.yaml')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('protocol: aave_v3', 'protocol: aave_v33'))
  const { status, stderr, markdown } = plan()
  writeFileSync(path, text)
  expect(status).toBe(3)
  const line = text.slice(0, text.indexOf('protocol: aave_v3')).split('\n').length
  expect(stderr).toContain(`local-eth.yaml:${line}:`)
  expect(markdown).toBe('')
})
