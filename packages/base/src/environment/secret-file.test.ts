import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSecretFiles, type SecretFileError } from './secret-file.ts'

const files: Readonly<Record<string, string>> = {
  '/run/url': 'postgres://user:pw@host/db\n',
  '/run/key': ' k3y ',
  '/run/empty': '\n',
}
const readText = (path: string): string => {
  const text = files[path]
  if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' })
  return text
}

function errorOf(variables: Readonly<Record<string, string>>): SecretFileError {
  try {
    readSecretFiles(variables, readText)
  } catch (error) {
    return error as SecretFileError
  }
  throw new Error('nothing was refused')
}

test('law: a variable that names a file is as if it had the text of the file', () => {
  const names = fc.constantFrom(
    'DATABASE_URL',
    'REDIS_URL',
    'QUEUE_URL',
    'OIDC_CLIENT_SECRET',
    'INDEX_ADMIN_KEY',
    'VAULTWRIGHT_API_KEY',
    'AGGREGATOR_GLUEX_KEY',
    'AGGREGATOR_COW_URL',
    'BASE_RPC_URL',
    'SOLANA_RPC_URL',
    'MAINNET_FORK_RPC_URL',
  )
  const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '')
  const variables = fc.constantFrom({}, { PORT: '1', PRICES_FILE: '/etc/prices.yaml' })
  fc.assert(
    fc.property(names, text, variables, (name, value, others) => {
      const read = () => `${value}\n`
      const filled = readSecretFiles({ ...others, [`${name}_FILE`]: '/any' }, read)
      expect(filled).toEqual({ ...others, [name]: value.trim() })
    }),
  )
})

test('golden: files of other variables are not read, and nothing changes without one', () => {
  const variables = {
    PRICES_FILE: '/none',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/none',
    SSL_KEY_FILE: '/none',
    DATABASE_URL_FILE: ' ',
  }
  expect(readSecretFiles(variables, readText)).toBe(variables)
  expect(readSecretFiles({ DATABASE_URL: ' ', DATABASE_URL_FILE: '/run/url' }, readText)).toEqual({
    DATABASE_URL: 'postgres://user:pw@host/db',
  })
})

test('refuses: both, an empty file and one that is not there, all at once and without a value', () => {
  const error = errorOf({
    DATABASE_URL: 'postgres://u:pw@h/d',
    DATABASE_URL_FILE: '/run/url',
    REDIS_URL_FILE: '/run/empty',
    MAINNET_RPC_URL_FILE: '/run/none',
  })
  expect([error.code, error.kind]).toEqual(['secret_file_invalid', 'invalid_input'])
  expect(error.message).toBe(
    'DATABASE_URL_FILE is given beside DATABASE_URL. Unset one of them. REDIS_URL_FILE names an empty file. Write the value into it. MAINNET_RPC_URL_FILE names a file that cannot be read (ENOENT). Give one that this user may read.',
  )
  expect(JSON.stringify(error.facts)).not.toContain('pw')
})
