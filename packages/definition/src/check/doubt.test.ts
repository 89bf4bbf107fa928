import { knownFactsOf, mergeFacts } from '@vaultwright/protocols'
import { knownTokens, tokenOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { leavesOfStrategist, MissingFactError } from '../expand/leaf-list.ts'
import { parseDefinition } from '../file/definition.ts'
import { factsOfLock, parseLock } from '../file/lock.ts'
import { doubtsOf } from './doubt.ts'

const numRuns = runsOf(1 / 2)
const foreignAccount = '0x9999999999999999999999999999999999999999'
const sdai = '0x83F20F44975D03b1b09e64809B757c47f942BEeA'
const dai = tokenOf(1, 'DAI')!.address
const textOf = (entry: string, more = '') => `name: Test
chains:
  mainnet:
    vault: '0x1111111111111111111111111111111111111111'
    manager: '0x2222222222222222222222222222222222222222'
    decoders: { default: '0x3333333333333333333333333333333333333333' }
${more}    strategists:
      main:
        permissions:
          - ${entry}
`
const lockOf = (account: object) =>
  parseLock(
    JSON.stringify({
      version: 1,
      chains: {
        1: { block: { number: '1', hash: `0x${'1'.repeat(64)}` }, accounts: { [sdai]: account } },
      },
    }),
  )
const whoseOf = (account: object = {}) => ({
  chain: 1,
  strategist: 'main',
  knownFacts: mergeFacts([factsOfLock(lockOf(account), 1), knownFactsOf(1)]),
})
const codesOf = (entry: string, more = '', account: object = {}) =>
  doubtsOf(parseDefinition(textOf(entry, more)), whoseOf(account)).map(({ code }) => code)
const supply = (asset: string) =>
  `{ protocol: aave_v3, actions: [supply], pool: Spark, asset: ${asset} }`

test('default: an entry that says all it means leaves no doubt', () => {
  expect(codesOf(supply('USDC'))).toEqual([])
  expect(codesOf('{ protocol: erc_4626, actions: all, vault: DAI, asset: USDC }')).toEqual([])
})

test('behavior: actions that are left out are named, with the line', () => {
  const definition = parseDefinition(
    textOf('{ protocol: erc_4626, vault: USDC, asset: USDC, approvals: false }'),
  )
  const [only, ...further] = doubtsOf(definition, whoseOf())
  expect(further).toEqual([])
  expect(only).toMatchObject({ code: 'all_actions', severity: 'warning' })
  expect(only!.facts).toEqual({
    protocol: 'erc_4626',
    actions: ['deposit', 'mint', 'withdraw', 'redeem'],
  })
  expect(only!.message).toMatch(/^Line 10: .* deposit, mint, withdraw, redeem\. Write actions: all/)
})

test('behavior: the name of another token is a finding, whatever token it is', () => {
  const mainnet = knownTokens.filter(({ chainId, symbol }) => chainId === 1 && tokenOf(1, symbol))
  fc.assert(
    fc.property(fc.constantFrom(...mainnet), fc.boolean(), ({ symbol, address }, isOwn) => {
      const name = JSON.stringify(symbol)
      const account = isOwn ? address : foreignAccount
      const tokens = `    tokens: { ${name}: { address: '${account}', decimals: 18 } }\n`
      const codes = codesOf(supply(name), tokens)
      expect(codes.includes('shadowed_name')).toBe(!isOwn)
    }),
    { numRuns },
  )
})

test('behavior: names that only letter case tells apart, and labels of contracts', () => {
  const tokens = (name: string) =>
    `    tokens: { ${name}: { address: '${foreignAccount}', decimals: 6 } }\n`
  expect(codesOf(supply('[USDC, usdc]'), tokens('usdc'))).toEqual(['similar_name'])
  // A Cyrillic letter, a width without a sign, letters of full width.
  for (const name of ['USD\u0421', 'US\u200bDC', '\uff35\uff33\uff24\uff23', 'U\u0405DC']) {
    expect(codesOf(supply(`[USDC, '${name}']`), tokens(`'${name}'`))).toEqual(['similar_name'])
  }
  expect(codesOf(supply('[USDC]'), tokens('usdc'))).toEqual([])
  const spark = `    addresses: { Spark: '${foreignAccount}' }\n`
  expect(new Set(codesOf(supply('USDC'), spark))).toEqual(new Set(['shadowed_name']))
})

test('behavior: a value that the chain contradicts, and decimals that are not those on record', () => {
  const entry = (more: string) =>
    `{ protocol: erc_4626, actions: [deposit, mint], vault: '${sdai}'${more} }`
  const sdaiFacts = { symbol: 'sDAI', decimals: 18, facts: { 'asset()': dai } }
  expect(codesOf(entry(''), '', sdaiFacts)).toEqual([])
  expect(codesOf(entry(', asset: DAI'), '', sdaiFacts)).toEqual([])
  expect(codesOf(entry(', asset: USDC'), '', sdaiFacts)).toEqual(['contradicted_fact'])
  const usdc = tokenOf(1, 'USDC')!.address
  const tokens = (decimals: number) =>
    `    tokens: { USDC: { address: '${usdc}', decimals: ${decimals} } }\n`
  expect(codesOf(supply('USDC'), tokens(18))).toEqual(['contradicted_decimals'])
  expect(codesOf(supply('USDC'), tokens(6))).toEqual([])
})

test('behavior: a receiver that its chain cannot have, and a base asset that is not known', () => {
  const burn = (recipient: string) =>
    `{ protocol: cctp, actions: [burn], token: USDC, destination: base, recipient: ${recipient}, destination_caller: '0x${'0'.repeat(64)}' }`
  expect(codesOf(burn('vault'))).toEqual([])
  expect(codesOf(burn(`'${foreignAccount}${'0'.repeat(24)}'`))).toEqual(['foreign_receiver'])
  expect(codesOf(supply('USDC'), '    base_asset: USDC\n')).toEqual([])
  expect(codesOf(supply('USDC'), '    base_asset: USDD\n')).toEqual(['unknown_base_asset'])
})

test('behavior: an account that is on record as something else', () => {
  const lend = (pool: string) =>
    `{ protocol: aave_v3, actions: [supply], pool: ${pool}, asset: USDC }`
  expect(codesOf(lend('WETH'))).toEqual(['other_role'])
  expect(codesOf(lend('vault'))).toEqual(['other_role'])
  expect(codesOf(lend(`'${foreignAccount}'`))).toEqual([])
  expect(codesOf('{ protocol: lido, actions: [stake] }')).toEqual([])
})

test('behavior: a leaf that calls the vault or its Manager, flash loans left out', () => {
  const leaf = (target: string, signature: string) =>
    `{ leaf: { target: ${target}, signature: '${signature}' } }`
  expect(codesOf(leaf('manager', 'setManageRoot(address,bytes32)'))).toEqual([
    'own_contract',
    'undecoded_function',
  ])
  expect(codesOf(leaf('vault', 'manage(address,bytes,uint256)'))).toEqual([
    'own_contract',
    'undecoded_function',
  ])
  expect(codesOf(leaf('USDC', 'approve(address,uint256)'))).toEqual([])
  const loan = 'flashLoan(address,address[],uint256[],bytes)'
  expect(codesOf(leaf('manager', loan))).toEqual([])
})

test('behavior: pairs that lists give and no market has', () => {
  const swap = (tokens: string) => `{ protocol: uniswap_v3, actions: [swap], ${tokens} }`
  const product = 'token_in: [USDC, WETH], token_out: [USDC, WETH]'
  expect(codesOf(swap(product))).toEqual(['same_token', 'same_token'])
  expect(codesOf(swap('token_in: USDC, token_out: WETH'))).toEqual([])
  const mint = (tokens: string) => `{ protocol: uniswap_v3, actions: [mint], ${tokens} }`
  expect(codesOf(mint('token0: WETH, token1: USDC'))).toEqual(['unordered_tokens'])
  expect(codesOf(mint('token0: USDC, token1: WETH'))).toEqual([])
})

test.each([['12345'], ['hello'], [[dai]], [`0x6b175474E89094C44Da98b954EedeAC495271d0F`]])(
  'error: MissingFactError for a lock file that answers %j where an account was asked for',
  (answer) => {
    const definition = parseDefinition(
      textOf(`{ protocol: erc_4626, actions: [deposit], vault: '${sdai}' }`),
    )
    const ref = whoseOf({ facts: { 'asset()': answer } })
    expect(() => leavesOfStrategist(definition, ref)).toThrow(MissingFactError)
  },
)
