import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run, scratch } from '../program.ts'

const folder = scratch()
const definitions = join(root, 'fixtures/definitions')
const text = readFileSync(join(definitions, 'local-eth.yaml'), 'utf8')
const current = join(root, 'fixtures/chain/trees/local-eth-lending.json')
const entry = `          - protocol: erc_20
            actions: [ transfer ]
            token: USDC
            to: owner
`

/** The definition, with an entry slipped in before the first of the strategist lending. */
function definitionWith(slipped: string): string {
  const place = text.indexOf('          - protocol: native_wrapper', text.indexOf('&lending'))
  const path = join(folder, 'vault.yaml')
  writeFileSync(path, `${text.slice(0, place)}${slipped}${text.slice(place)}`)
  const order = 'local-eth.lending.order.json'
  writeFileSync(join(folder, order), readFileSync(join(definitions, order)))
  const lock = 'vaultwright.lock.json'
  writeFileSync(join(folder, lock), readFileSync(join(definitions, lock)))
  return path
}

const plan = (path: string, ...words: string[]) =>
  run(['tree', 'plan', path, '--strategist', 'lending', '--current', current, ...words])

test('golden: a recipient slipped in fails the plan at its very line', () => {
  const path = definitionWith(entry)
  const line = readFileSync(path, 'utf8').split(entry)[0]!.split('\n').length
  const { code, err } = plan(path, '--fail-on', 'high')
  expect(code).toBe(1)
  const lines = err.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`vault.yaml:${line}:`)
  expect(lines[0]).toMatch(
    /:\d+:\d+: error: high fixed_recipient \(lending\): owner \(definition\)/,
  )
  const github = plan(path, '--fail-on', 'high', '--annotations', 'github')
  expect(github.err).toMatch(/^::error file=.*vault\.yaml,line=\d+,col=\d+::high fixed_recipient/)
  expect(plan(path).code).toBe(0)
})

test('golden: a plan without a new way out passes', () => {
  const { code, err } = plan(definitionWith(''), '--fail-on', 'info')
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('refuses: annotations of nothing', () => {
  expect(plan(definitionWith(''), '--annotations', 'github').code).toBe(2)
})
