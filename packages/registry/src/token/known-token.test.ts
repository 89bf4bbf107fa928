import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { chainOf, chains } from '../chain.ts'
import { contractOf, knownContracts } from '../contract/known-contract.ts'
import { knownTokens, tokenOf, wrappedNativeOf } from './known-token.ts'

test('default', () => {
  for (const token of knownTokens) {
    expect(token.address).toBe(getAddress(token.address))
    expect(chainOf(token.chainId), `${token.chainId} of ${token.symbol}`).not.toBeNull()
    expect(Number.isInteger(token.decimals)).toBe(true)
    expect(token.decimals).toBeGreaterThanOrEqual(0)
    expect(token.decimals).toBeLessThanOrEqual(36)
    expect(token.symbol).toMatch(/^\S+$/)
    expect(token.source).not.toBe('')
    expect(tokenOf(token.chainId, token.address)).toBe(token)
    expect(tokenOf(token.chainId, token.address.toLowerCase())).toBe(token)
  }
  const keys = knownTokens.map((token) => `${token.chainId} ${token.address}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('behavior: no letter case of an address hides its token or its contract', () => {
  const record = fc.constantFrom(...knownTokens, ...knownContracts)
  fc.assert(
    fc.property(record, fc.bigInt({ min: 0n, max: (1n << 40n) - 1n }), (one, bits) => {
      const mixed = [...one.address.slice(2)].map((digit, index) =>
        ((bits >> BigInt(index)) & 1n) === 1n ? digit.toUpperCase() : digit.toLowerCase(),
      )
      const address = `0x${mixed.join('')}`
      const lookUp = 'symbol' in one ? tokenOf : contractOf
      expect(lookUp(one.chainId, address)?.address).toBe(one.address)
    }),
  )
})

test('behavior: a symbol finds its token, and none where two tokens share it', () => {
  for (const token of knownTokens) {
    const namesakes = knownTokens.filter(
      (other) => other.chainId === token.chainId && other.symbol === token.symbol,
    )
    const expected = namesakes.length === 1 ? token : null
    expect(tokenOf(token.chainId, token.symbol), token.symbol).toBe(expected)
  }
  expect(tokenOf(1, 'wstETH')).toMatchObject({ decimals: 18, resetsApproval: false })
  expect(tokenOf(1, 'WSTETH')).toBeNull()
  expect(tokenOf(10, 'weETH')).toBeNull()
  expect(tokenOf(10, '0x5A7fACB970D094B6C7FF1df0eA68D99E6e73CBFF')?.symbol).toBe('weETH')
})

test('behavior: money is not the same everywhere', () => {
  expect(tokenOf(1, 'USDT')).toMatchObject({ decimals: 6, resetsApproval: true })
  expect(tokenOf(56, 'USDT')).toMatchObject({ decimals: 18, resetsApproval: false })
  const resetting = knownTokens.filter((token) => token.resetsApproval)
  expect(resetting.map((token) => `${token.chainId} ${token.symbol}`)).toEqual([
    '1 USDT',
    '1 CRV',
    '1 LDO',
  ])
})

test('behavior: the native coin has at most one wrapper on a chain', () => {
  const wrappers = knownTokens.filter((token) => token.kind === 'wrapped_native')
  expect(new Set(wrappers.map((token) => token.chainId)).size).toBe(wrappers.length)
  for (const { chainId, address } of wrappers) expect(wrappedNativeOf(chainId)).toBe(address)
  const bare = chains.filter((chain) => !chain.isTestnet && wrappedNativeOf(chain.id) === null)
  expect(bare.map((chain) => chain.slug)).toEqual(['fraxtal', 'katana', 'local'])
})

test('behavior: what is not on record is null', () => {
  expect(tokenOf(1, '0x0000000000000000000000000000000000000001')).toBeNull()
  expect(tokenOf(8453, 'USDT')).toBeNull()
  expect(tokenOf(0, 'WETH')).toBeNull()
  expect(wrappedNativeOf(0)).toBeNull()
})

test.skipIf(!hasRealTrees)('behavior: real leaf files name the tokens as the record does', () => {
  let count = 0
  for (const name of realTreeNames) {
    const { leafs } = JSON.parse(readRealTree(name).toString())
    const chain = chainOf(name.split('-')[0]!.replace('ethereum', 'mainnet'))!
    for (const { Description, FunctionSignature, TargetAddress, AddressArguments } of leafs) {
      const named = symbolIn(Description, FunctionSignature)
      if (named === null) continue
      const address = named.at === 'target' ? TargetAddress : AddressArguments[0]
      const token = tokenOf(chain.id, address)
      if (token === null) continue
      count++
      const symbols = [token.symbol, ...(otherNames[`${chain.id} ${token.symbol}`] ?? [])]
      expect(symbols, `${name}: ${Description}`).toContain(named.symbol)
    }
  }
  expect(count).toBeGreaterThan(500)
})

/** Names in leaf files that differ from the token's own. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  // Renamed from Instadapp to Fluid, at the same address.
  '1 FLUID': ['INST'],
}

function symbolIn(description: string, signature: string) {
  const lent = /^(?:Supply|Withdraw|Borrow|Repay) (\S+) (?:to|from) (?:Aave|Spark|Comet)/
  const symbol = lent.exec(description)?.[1]
  if (symbol !== undefined && /\(address,uint256/.test(signature)) return { symbol, at: 'first' }
  const approved = /^Approve .+ to spend ?(\S+)$/.exec(description)?.[1]
  return approved === undefined ? null : { symbol: approved, at: 'target' }
}
