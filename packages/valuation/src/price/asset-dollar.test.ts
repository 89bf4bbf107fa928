import type { Address } from '@vaultwright/base'
import { expect, test } from 'vitest'
import type { Quote, VaultState } from '../base/vault-state.ts'
import { assetDollarsOf } from './asset-dollar.ts'

const [weth, steth, dust] = [1, 2, 3].map(
  (digit) => `0x${String(digit).repeat(40)}` as Address,
) as [Address, Address, Address]

function quote(asset: Address, per: Quote['per'], price: string, atUnix: string): Quote {
  const source = `from ${asset.slice(2, 3)}`
  return { asset, per, price, atUnix, source, confidence: null, kind: 'market' }
}

function day(quotes: readonly Quote[]): VaultState {
  const asset = (address: Address) => ({ address, symbol: address, decimals: 18 })
  const holding = { protocol: 'idle', holder: weth, amount: '1', index: null, maturityUnix: null }
  return {
    ...({ base: asset(weth), quotes } as VaultState),
    holdings: [weth, steth, dust].map((address) => ({ ...holding, asset: asset(address) })),
  }
}

test('default', () => {
  const quotes = [quote(weth, 'usd', '2500', '20'), quote(steth, weth, '1.1', '10')]
  expect(assetDollarsOf(day(quotes))).toEqual([
    { asset: weth, usd: '2500', sources: ['from 1'], atUnix: '20' },
    { asset: steth, usd: '2750', sources: ['from 2', 'from 1'], atUnix: '10' },
  ])
})

test('behavior: without a price, or with one that is cut off to nothing, an asset is left out', () => {
  expect(assetDollarsOf(day([]))).toEqual([])
  expect(assetDollarsOf(day([quote(weth, 'usd', `0.${'0'.repeat(24)}1`, '1')]))).toEqual([])
})
