import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { example, root, run, scratch } from '../program.ts'

const definition = join(root, 'fixtures/definitions/local-eth.yaml')
const tree = join(localChainFolder, 'trees', 'local-eth-main-3.json')

test('golden: findings of a definition stand at the lines of the entries that make their leaves', () => {
  const { code, out } = run(['definition', 'check', definition, '--format', 'github'])
  expect(code).toBe(0)
  const lines = out.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^::(warning|notice) file=.*local-eth\.yaml/)
  expect(lines.filter((line) => /,line=\d+,col=\d+::main on local: /.test(line))).not.toEqual([])
})

test('golden: a file that cannot be read is reported line by line, beside the error', () => {
  const file = join(scratch(), 'vault.yaml')
  writeFileSync(file, 'name: Vault\nchains:\n  mainnet:\n    vault: 0x12\n')
  const github = run(['definition', 'check', file, '--format', 'github'])
  expect(github.code).toBe(3)
  expect(github.out).toContain(
    `::error file=${file},line=4,col=5::chains.mainnet.vault must be an address: 0x and 40 hex digits [definition_file]\n`,
  )
  expect(github.err).toContain(`${file}:4:5: chains.mainnet.vault must be an address`)
  const sarif = JSON.parse(run(['definition', 'check', file, '--format=sarif']).out)
  expect(sarif.runs[0].results.length).toBeGreaterThan(2)
  expect(run(['definition', 'check', file, '--format', 'junit']).out).toContain('failures="1"')
})

test('law: every format counts the same errors, and strict takes warnings for them', () => {
  const errorsOf = (more: readonly string[]) => {
    const words = ['tree', 'check', example, ...more]
    const sarif = JSON.parse(run([...words, '--format', 'sarif']).out).runs[0].results
    const errors = sarif.filter(({ level }: { readonly level: string }) => level === 'error').length
    const github = run([...words, '--format', 'github'])
    expect(github.out.match(/^::error /gm)?.length ?? 0).toBe(errors)
    const junit = run([...words, '--format', 'junit']).out
    expect(junit.includes('failures="1"')).toBe(errors > 0)
    return { errors, code: github.code }
  }
  expect(errorsOf([])).toEqual({ errors: 0, code: 0 })
  const strict = errorsOf(['--strict'])
  expect(strict.code).toBe(1)
  expect(strict.errors).toBeGreaterThan(0)
})

test('golden: risks are errors as far as --fail-on says', () => {
  const words = ['tree', 'risk', tree, '--format', 'github']
  expect(run(words).out).not.toContain('::error')
  const { code, out } = run([...words, '--fail-on', 'critical'])
  expect(code).toBe(1)
  expect(out.match(/^::error /gm)).toHaveLength(2)
})

test('refuses: a format of a plan without --fail-on, and one that is not there', () => {
  const plan = run(['tree', 'plan', definition, '--format', 'sarif'])
  expect({ code: plan.code, out: plan.out }).toEqual({ code: 2, out: '' })
  expect(plan.err).toContain('--fail-on')
  expect(run(['tree', 'check', example, '--format', 'xml']).code).toBe(2)
})
