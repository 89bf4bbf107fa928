import { readEnv } from '@vaultwright/api'
import { readIndexerEnv } from '@vaultwright/indexer'
import { questionVariables } from '@vaultwright/registry'
import { expect, test } from 'vitest'

type Environment = Readonly<Record<string, string | undefined>>

/** Names that a program asks its environment for. */
function namesOf(read: (variables: Environment) => unknown): ReadonlySet<string> {
  const names = new Set<string>()
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return names
}

const programs = { api: namesOf(readEnv), indexer: namesOf(readIndexerEnv) }
const all = [...new Set(Object.values(programs).flatMap((names) => [...names]))]

test('law: API and indexer share an environment, and neither asks about what the other reads', () => {
  expect(all.length).toBeGreaterThan(50)
  for (const [program, names] of Object.entries(programs))
    for (const name of all)
      expect([program, name, questionVariables({ [name]: 'x' }, names)]).toEqual([
        program,
        name,
        [],
      ])
})

test('golden: variables that systems and their tools set are not asked about', () => {
  const usual = [
    'PATH HOME USER LANG TERM SHELL PWD HOSTNAME TZ EDITOR LOGNAME MAIL CI NODE_ENV NODE_OPTIONS',
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT VAULTWRIGHT_API_SERVICE_HOST VAULTWRIGHT_API_PORT',
    'REDIS_PORT REDIS_SERVICE_HOST POSTGRES_PASSWORD PGHOST PGUSER AWS_WEB_IDENTITY_TOKEN_FILE',
    'CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH',
    'npm_config_cache INIT_CWD HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE XDG_DATA_HOME',
  ].flatMap((line) => line.split(' '))
  const variables = Object.fromEntries(usual.map((name) => [name, 'x']))
  for (const names of Object.values(programs))
    expect(questionVariables(variables, names)).toEqual([])
})

test('refuses: to read a slip as if it were the name', () => {
  const slips = { MAINET_RPC_URL: 'https://node.example', LOG_LEVLE: 'debug' }
  const env = readEnv({ ...slips, DATABASE_URL: 'sqlite::memory:' })
  expect(env.rpcUrls.MAINNET_RPC_URL).toBeUndefined()
  expect(env.config.logLevel).toBe('info')
  expect(env.questions.map(({ suggestion }) => suggestion)).toEqual([
    'LOG_LEVEL',
    'MAINNET_RPC_URL',
  ])
  const empty = { VAULTWRIGHT_DATA_DIR: '/nowhere', DATABSE_URL: 'sqlite:other' }
  for (const readVariables of [readEnv, readIndexerEnv])
    expect(() => readVariables(empty)).toThrow('DATABSE_URL')
})
