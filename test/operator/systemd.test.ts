import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readEnv } from '@vaultwright/api'
import { readIndexerEnv } from '@vaultwright/indexer'
import { expect, onTestFinished, test } from 'vitest'
import { onPath } from '../support/service/debian-program.ts'
import { canRun } from '../support/skip-unless.ts'
import { deployText, filesIn, isVariableRead, readVariables } from './deployment.ts'

const services = filesIn('systemd', '.service')
const units = [...services, ...filesIn('systemd', '.timer')]
const program = '/usr/bin/node /opt/vaultwright/node_modules/@vaultwright/cli/dist/bin.js'
const analyze = onPath('systemd-analyze')

/** Values of a key of a unit, in the order of the file. */
function valuesOf(unit: string, key: string): readonly string[] {
  return [...deployText(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value]) => value!,
  )
}

/** Runs `systemd-analyze verify` over the units, with a program of this machine. @returns what it says. */
function verify(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paths = units.map((unit) => {
    const path = join(folder, basename(unit))
    writeFileSync(path, change(deployText(unit).replaceAll(program, '/bin/true')))
    return path
  })
  const { stdout, stderr } = spawnSync(analyze!, ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  })
  // Units of the machine itself are not ours.
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('vaultwright'))
    .join('\n')
}

test.skipIf(!canRun(analyze !== null, 'there is no systemd-analyze'))(
  'golden: systemd reads every unit without a word',
  () => {
    expect(verify((text) => text)).toBe('')
    expect(verify((text) => text.replace('Restart=on-failure', 'Restarts=on-failure'))).toMatch(
      /Unknown key (name )?'Restarts'/,
    )
  },
)

test('law: every unit has its sections, and each line is a key and a value', () => {
  for (const unit of units) {
    const lines = deployText(unit)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    const odd = lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.*)$/.test(line))
    expect([unit, odd]).toEqual([unit, []])
    expect(deployText(unit)).toMatch(unit.endsWith('.timer') ? /\[Timer\]/ : /\[Service\]/)
  }
})

test('law: a secret is a credential that the unit loads, and never stands in a unit', () => {
  const names = readVariables()
  for (const unit of services) {
    const credentials = valuesOf(unit, 'LoadCredential').map((value) => value.split(':')[0]!)
    const variables = valuesOf(unit, 'Environment').map((value) => value.split('='))
    for (const [name, value] of variables) {
      expect([unit, name, isVariableRead(name!, names)]).toEqual([unit, name, true])
      expect(name).toMatch(/_FILE$/)
      expect(value).toMatch(/^%d\//)
    }
    expect(variables.map(([, value]) => value!.replace('%d/', '')).sort()).toEqual(
      [...credentials].sort(),
    )
  }
})

test('golden: with its files, each service starts as the units say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-credential-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const secrets = {
    'database-url': 'postgres://vaultwright:pw@127.0.0.1/vaultwright',
    'redis-url': 'redis://127.0.0.1:6379',
    'mainnet-rpc-url': 'https://node.example/k3y',
  }
  for (const [name, text] of Object.entries(secrets)) writeFileSync(join(folder, name), `${text}\n`)
  const settings = [...deployText('systemd/vaultwright.env').matchAll(/^([A-Z_]+)=(.*)$/gm)]
  const names = readVariables()
  for (const [, name] of settings)
    expect([name, isVariableRead(name!, names)]).toEqual([name, true])
  const variablesOf = (unit: string) => ({
    ...Object.fromEntries(settings.map(([, name, value]) => [name!, value!])),
    ...Object.fromEntries(
      valuesOf(unit, 'Environment').map((value) => {
        const [name, path] = value.split('=')
        return [name!, path!.replace('%d', folder)]
      }),
    ),
  })
  const api = readEnv(variablesOf('systemd/vaultwright-api.service'))
  expect([api.databaseUrl, api.config.redisUrl, api.rpcUrls.MAINNET_RPC_URL]).toEqual(
    Object.values(secrets),
  )
  expect(api.questions).toEqual([])
  const indexer = readIndexerEnv(variablesOf('systemd/vaultwright-indexer.service'))
  expect([indexer.databaseUrl, indexer.queueUrl]).toEqual([
    secrets['database-url'],
    secrets['redis-url'],
  ])
  expect(indexer.questions).toEqual([])
})

test('refuses: rights that no service needs', () => {
  for (const unit of services) {
    expect([unit, valuesOf(unit, 'User')]).toEqual([unit, ['vaultwright']])
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp'])
      expect([unit, key, valuesOf(unit, key)]).toEqual([unit, key, ['yes']])
    expect([unit, valuesOf(unit, 'ProtectSystem')]).toEqual([unit, ['strict']])
    // The compiler of JavaScript needs memory that is written and then run.
    expect(deployText(unit)).not.toContain('MemoryDenyWriteExecute')
  }
})

test('behavior: a service has longer to stop than its work has to end', () => {
  const { delayMs, drainMs } = readEnv({}).config
  const drain = (delayMs + drainMs) / 1_000
  for (const unit of ['systemd/vaultwright-api.service', 'systemd/vaultwright-indexer.service'])
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(drain + 10)
})

test('behavior: the timer starts a service that is there', () => {
  const names = new Set(services.map((unit) => basename(unit, '.service')))
  for (const unit of filesIn('systemd', '.timer'))
    expect(names.has(basename(unit, '.timer'))).toBe(true)
  expect(
    readFileSync(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'),
  ).toContain('"vaultwright": "./dist/bin.js"')
})
