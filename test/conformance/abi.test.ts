import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractsCompiled } from '../fork/artifact.ts'

const root = join(import.meta.dirname, '../..')
const registry = join(root, 'packages/registry/src/abi')
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-abi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(contractsCompiled)

function runScript(name: string, words: readonly string[]) {
  const path = join(root, 'scripts', name)
  return spawnSync(process.execPath, [path, ...words], { cwd: root, encoding: 'utf8' })
}

test('default', () => {
  const { status, stdout } = runScript('make-abi.mjs', ['--check'])
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('behavior: what differs from the contracts is named, line by line, and nothing is written', () => {
  cpSync(registry, folder, { recursive: true })
  const path = join(folder, 'manager-abi.generated.ts')
  const text = readFileSync(path, 'utf8')
  const line = text.split('\n').find((one) => one.includes("name: 'setManageRoot'"))!
  const changed = text.replace(line, line.replace('bytes32', 'bytes31'))
  writeFileSync(path, changed)
  const { status, stdout } = runScript('make-abi.mjs', ['--check', '--into', folder])
  expect(status).toBe(1)
  expect(stdout).toContain('manager-abi.generated.ts is not what src/manager/Manager.sol says')
  expect(stdout).toContain(`- ${line.replace('bytes32', 'bytes31')}\n+ ${line}\n`)
  expect(readFileSync(path, 'utf8')).toBe(changed)
  expect(runScript('make-abi.mjs', ['--into', folder]).status).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('behavior: contracts that are not compiled are no yes', () => {
  const { status, stdout } = runScript('make-abi.mjs', ['--check', '--artifacts', folder])
  expect(status).toBe(1)
  expect(stdout).toContain('src/manager/Manager.sol is not compiled')
})
