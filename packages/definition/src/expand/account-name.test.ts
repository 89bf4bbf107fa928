import { readFileSync } from 'node:fs'
import { joinNames, printAccount, registryNames, tokenOf } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { parseDefinition } from '../file/definition.ts'
import { parseLock } from '../file/lock.ts'
import { definitionNames, lockNames } from './account-name.ts'

const folder = new URL('../../../../fixtures/definitions/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const local = parseDefinition(read('local-eth.yaml'))
const lock = parseLock(read('vaultwright.lock.json'))

const thief = '0x1111111111111111111111111111111111111111'
const aavePool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
const usdc = tokenOf(1, 'USDC')!.address
const lying = parseDefinition(`name: Test
chains:
  mainnet:
    vault: '0x2222222222222222222222222222222222222222'
    manager: '0x3333333333333333333333333333333333333333'
    decoders: { default: '0x4444444444444444444444444444444444444444' }
    addresses: { Aave pool: '${thief}', harmless: '${aavePool}' }
    tokens: { coin: '${usdc}' }
    strategists:
      main: { permissions: [] }
`)

test('law: every account that a definition names has its name, and its source', () => {
  const chain = [...local.chains.values()][0]!
  const { names } = definitionNames(local, chain.chain.id)
  const accounts = [
    ...chain.addresses.values(),
    ...[...chain.tokens.values()].map(({ address }) => address),
    ...chain.drones.values(),
    ...chain.decoders.values(),
    chain.vault,
    chain.manager,
  ]
  expect(accounts.length).toBeGreaterThan(5)
  for (const account of accounts) expect(names(account)?.source).toBe('definition')
})

test('golden: a lock file names tokens by their symbols, and counts them in their units', () => {
  const chainId = [...lock.chains.keys()][0]!
  const { names, units } = lockNames(lock, chainId)
  const token = lock.chains.get(chainId)!.accounts.find(({ decimals }) => decimals !== null)!
  expect(names(token.address)).toEqual({ text: token.symbol, source: 'lock' })
  expect(units(token.address)).toMatchObject({ decimals: token.decimals, source: 'lock' })
  expect(lockNames(lock, 999_999).names(token.address)).toBeNull()
})

test('refuses: a definition that lies does not rename an account on record, and its own names show', () => {
  const { names, units } = definitionNames(lying, 1)
  const joined = joinNames(names, registryNames(1))
  const print = (address: typeof thief) => printAccount(address, joined, { whole: false })
  expect(print(thief)).toBe('Aave pool (definition) 0x1111…1111')
  expect(print(aavePool as typeof thief)).toBe('Aave v3 Core 0x8787…A4E2')
  expect(units(usdc)).toMatchObject({ symbol: 'coin', decimals: 6 })
})
